// SHA-256 (FIPS 180-4). Browsers keep theirs for secure pages; a table in a home network is reached by plain http, so
// there is one of our own for those.

const isPrime = (number: number): boolean => {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
  return true;
};

/** The first 32 bits of the fraction of a number. */
const fraction = (number: number): number => Math.floor((number - Math.floor(number)) * 2 ** 32);

const PRIMES: readonly number[] = (() => {
  const found: number[] = [];
  for (let number = 2; found.length < 64; number++) if (isPrime(number)) found.push(number);
  return found;
})();
const CONSTANTS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const right = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));
const at = (words: Uint32Array, index: number): number => words[index] as number;

/** Return the message with its padding and its length in bits: whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / 64);
  const bytes = new Uint8Array(64 * blocks);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(bytes.length - 4, message.length << 3);
  return view;
}

function compress(state: Uint32Array, view: DataView, offset: number): void {
  const schedule = new Uint32Array(64);
  for (let t = 0; t < 16; t++) schedule[t] = view.getUint32(offset + 4 * t);
  for (let t = 16; t < 64; t++) {
    const [early, late] = [at(schedule, t - 15), at(schedule, t - 2)];
    const small0 = right(early, 7) ^ right(early, 18) ^ (early >>> 3);
    const small1 = right(late, 17) ^ right(late, 19) ^ (late >>> 10);
    schedule[t] = at(schedule, t - 16) + small0 + at(schedule, t - 7) + small1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const big1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + at(CONSTANTS, t) + at(schedule, t)) | 0;
    const big0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = at(state, index) + word));
}

/** Hash bytes without the browser's help. */
export function ownSha256(message: Uint8Array): Uint8Array {
  const view = padded(message);
  const state = START.slice();
  for (let offset = 0; offset < view.byteLength; offset += 64) compress(state, view, offset);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

/** Hash a text; the answer is 64 lower-case hex digits. */
export async function sha256(text: string): Promise<string> {
  const message = new TextEncoder().encode(text);
  // Not there on pages that came by plain http from another machine.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  const digest = subtle ? new Uint8Array(await subtle.digest("SHA-256", message)) : ownSha256(message);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
