import { expect, test } from "vitest";
import { numberBelow, randomWords, shuffled } from "./shuffle";

const KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

test("the words of a match are those of the blocks from 0, none left out", () => {
  const words = randomWords("0".repeat(64));
  const first = Array.from({ length: 17 }, words);
  expect(first[0]).toBe(0xade0b876); // RFC 8439, A.1, test vector 1
  expect(first[15]).toBe(0x8665eeb2);
  expect(first[16]).toBe(0xbee7079f); // … test vector 2: the next block
});

test("a word that would favour small numbers is not taken", () => {
  const words = [0, 5, 2 ** 31];
  expect(numberBelow(() => words.shift() as number, 3)).toBe(0); // 0 · 3 mod 2³² is less than 2³² mod 3, which is 1
  expect(words).toEqual([2 ** 31]);
  expect(numberBelow(() => words.shift() as number, 3)).toBe(1);
});

test("a shuffle keeps the cards, and stops after the cards that are drawn", () => {
  const cards = Array.from("abcdefgh");
  expect([...shuffled(randomWords(KEY), cards)].sort()).toEqual(cards);
  const whole = shuffled(randomWords(KEY), cards);
  expect(shuffled(randomWords(KEY), cards, 3).slice(0, 3)).toEqual(whole.slice(0, 3));
});
