import { expect, it } from "vitest";
import type { EditionShown, KindShown } from "$protocol";
import { facesOf, kindOf, representativeCards } from "./deck";

const kind = (card: string, copies = 2, points = 20): KindShown => ({ card, copies, points, rules: [] });

/** A deck in which yellow has no numbers, purple no action cards, and the 0 has two rows. */
const SOME_COLORS: EditionShown = {
  name: "some-colors",
  cards: 18,
  colors: ["r", "y", "p"],
  options: [],
  most_players: 4,
  theme: "classic",
  title: {},
  kinds: [kind("r0", 2, 0), kind("r9", 2, 9), kind("rS"), kind("yS"), kind("p0", 1, 0), kind("p9", 2, 9), kind("W", 4)],
};

it("shows a face only in the colours it is in", () => {
  const cards = facesOf(SOME_COLORS).map(({ kinds }) => kinds.map(({ card }) => card));
  expect(cards).toContainEqual(["r9", "p9"]);
  expect(cards).toContainEqual(["rS", "yS"]);
  expect(cards).toContainEqual(["W"]);
});

it("keeps rows of one face apart where their numbers differ", () => {
  const zeros = facesOf(SOME_COLORS).filter(({ face }) => face === "0");
  expect(zeros.map(({ kinds }) => kinds.map(({ card, copies }) => [card, copies]))).toEqual([[["r0", 2]], [["p0", 1]]]);
});

it("finds a card by its colour, and none in a colour it is not in", () => {
  expect(kindOf(SOME_COLORS, "p0")?.copies).toBe(1);
  expect(kindOf(SOME_COLORS, "W_y")?.card).toBe("W");
  expect(kindOf(SOME_COLORS, "y9")).toBeUndefined();
});

it("shows only cards there are", () => {
  const all = SOME_COLORS.kinds.map(({ card }) => card);
  for (const card of representativeCards(SOME_COLORS, 7)) expect(all).toContain(card);
});
