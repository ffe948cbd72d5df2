// Chance as docs/fairness.md writes it down: random words from a secret seed, numbers below a limit, shuffles.

/** Gives the words of a match, one after another. */
export type Words = () => number;

const left = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** One block of ChaCha20 (RFC 8439): sixteen words. */
export function chachaBlock(
  key: readonly number[],
  counter: number,
  nonce: readonly number[] = [0, 0, 0],
): Uint32Array {
  const start = Uint32Array.of(...CONSTANTS, ...key, counter, ...nonce);
  const x = start.slice();
  const get = (index: number): number => x[index] as number;
  const mix = (target: number, with_: number, turned: number, bits: number): void => {
    x[target] = get(target) + get(with_);
    x[turned] = left(get(turned) ^ get(target), bits);
  };
  const quarter = (a: number, b: number, c: number, d: number): void => {
    mix(a, b, d, 16);
    mix(c, d, b, 12);
    mix(a, b, d, 8);
    mix(c, d, b, 7);
  };
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) quarter(i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return x.map((word, index) => word + (start[index] as number));
}

/** Read 64 hex digits as the eight words of a key. */
export function keyOf(seed: string): number[] {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const view = new DataView(bytes.buffer);
  return Array.from({ length: 8 }, (_, index) => view.getUint32(4 * index, true));
}

/** Begin the words of a match. */
export function wordsOf(seed: string): Words {
  const key = keyOf(seed);
  let block: Uint32Array = new Uint32Array();
  let taken = 0;
  return () => {
    if (taken % 16 === 0) block = chachaBlock(key, taken / 16);
    return block[taken++ % 16] as number;
  };
}

/** Take a number from 0 to limit − 1, each equally likely (Lemire). The product stays below 2⁵³, so it is exact. */
export function below(words: Words, limit: number): number {
  let product: number;
  do product = words() * limit;
  while (product % 2 ** 32 < 2 ** 32 % limit);
  return Math.floor(product / 2 ** 32);
}

/** Shuffle cards, or only so far as `count` of them are drawn; the card drawn first comes first. */
export function shuffled(words: Words, cards: readonly string[], count = cards.length - 1): string[] {
  const pile = [...cards];
  for (let i = pile.length - 1; i >= pile.length - count; i--) {
    const j = below(words, i + 1);
    [pile[i], pile[j]] = [pile[j] as string, pile[i] as string];
  }
  return pile.reverse();
}
