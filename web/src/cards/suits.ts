// The shapes of the colours as on the cards (huefall.art.shapes), around the origin with a radius of 10.

import { colorOf } from "$/notation/card";

export const SUITS: Readonly<Record<string, string>> = {
  r: "M-1.5-8.1Q0-10.7 1.5-8.1L9.2 5.3Q10.7 7.9 7.7 7.9L-7.7 7.9Q-10.7 7.9 -9.2 5.3Z",
  y: "M-.6-10.7Q0-11.8 .6-10.7L3.1-6.2Q3.7-5.1 5-4.9L9.9-3.9Q11.2-3.6 10.3-2.7L6.9 1Q6 1.9 6.2 3.2L6.8 8.3Q6.9 9.5 5.8 9L1.2 6.9Q0 6.3 -1.2 6.9L-5.8 9Q-6.9 9.5 -6.8 8.3L-6.2 3.2Q-6 1.9 -6.9 1L-10.3-2.7Q-11.2-3.6 -9.9-3.9L-5-4.9Q-3.7-5.1 -3.1-6.2Z",
  g: "M-4.7-4.7A5.3 5.3 0 1 1 4.7-4.7A5.3 5.3 0 1 1 4.7 4.7A5.3 5.3 0 1 1 -4.7 4.7A5.3 5.3 0 1 1 -4.7-4.7Z",
  b: "M-10 0a10 10 0 1 1 20 0a10 10 0 1 1-20 0Z",
  p: "M-1-10.9Q0-12.2 1-10.9L8.4-1.3Q9.4 0 8.4 1.3L1 10.9Q0 12.2 -1 10.9L-8.4 1.3Q-9.4 0 -8.4-1.3Z",
};

/** The colours among these cards; the four classic ones if there are too few cards to tell. */
export function suitsIn(cards: readonly string[]): string[] {
  const found = Object.keys(SUITS).filter((letter) => cards.some((card) => colorOf(card) === letter));
  return found.length > 2 ? found : ["r", "y", "g", "b"];
}
