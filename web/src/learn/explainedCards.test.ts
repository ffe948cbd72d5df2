import { expect, test } from "vitest";
import type { EditionShown } from "$protocol";
import { explainedCards } from "./explainedCards";

const edition = (cards: string[]): EditionShown =>
  ({
    kinds: cards.map((card) => ({ card, copies: 2, points: 20, rules: [`${card}-rule`] })),
  }) as unknown as EditionShown;

test("cards are explained by the first of their rules, in the order of the page", () => {
  expect(explainedCards(edition(["W", "r1", "rS"]))).toEqual([
    { card: "rS", rule: "rS-rule" },
    { card: "W", rule: "W-rule" },
  ]);
});
