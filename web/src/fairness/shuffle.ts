// Chance as docs/fairness.md defines it: random words from a secret seed, numbers below a limit, shuffles.

import { chacha20 } from "@noble/ciphers/chacha.js";
import { hexToBytes } from "@noble/ciphers/utils.js";

/** Returns the next random 32-bit word of a match at each call. */
export type RandomWords = () => number;

const BLOCK_BYTES = 64;
const BLOCK_WORDS = BLOCK_BYTES / 4;
const NONCE = new Uint8Array(12); // all zero: a seed is used for one match only

/** The keystream of ChaCha20 (RFC 8439) from block 0, as little-endian words; `seed` is the key in hex. */
export function randomWords(seed: string): RandomWords {
  const key = hexToBytes(seed);
  let block = new DataView(new ArrayBuffer(BLOCK_BYTES));
  let used = 0;
  return () => {
    const index = used % BLOCK_WORDS;
    if (index === 0) {
      // A cipher XORs its keystream with the text, so a text of zeros gives the keystream.
      const bytes = chacha20(key, NONCE, new Uint8Array(BLOCK_BYTES), undefined, used / BLOCK_WORDS);
      block = new DataView(bytes.buffer, bytes.byteOffset, BLOCK_BYTES);
    }
    used += 1;
    return block.getUint32(4 * index, true);
  };
}

/** Pick a number from 0 to limit − 1, each equally likely (Lemire). The product is below 2⁵³, so it is exact. */
export function numberBelow(words: RandomWords, limit: number): number {
  let product: number;
  do product = words() * limit;
  while (product % 2 ** 32 < 2 ** 32 % limit);
  return Math.floor(product / 2 ** 32);
}

/**
 * Shuffle cards; the card drawn first comes first. With `count`, only the first `count` cards of the result are
 * shuffled: the dealer draw takes no more words than it draws cards.
 */
export function shuffled(words: RandomWords, cards: readonly string[], count = cards.length - 1): string[] {
  const pile = [...cards];
  for (let i = pile.length - 1; i >= pile.length - count; i--) {
    const j = numberBelow(words, i + 1);
    [pile[i], pile[j]] = [pile[j] as string, pile[i] as string];
  }
  return pile.reverse();
}
