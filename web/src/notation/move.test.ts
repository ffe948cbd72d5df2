import { expect, it } from "vitest";
import { beginsWith, formatMove, hasCall, isClaim, isPlay, laidCards, moveOf, parseMove, withCall } from "./move";

/** Every form of a sentence in docs/notation.md. */
const SENTENCES = [
  "play r7",
  "play W g",
  "play g7 r7 y7",
  "play WG b4 r",
  "play WG r",
  "play r7 >2",
  "play r7 g7 >0 uno",
  "play W+4* p uno",
  "play r7 uno",
  "draw",
  "keep",
  "pass",
  "color g",
  "accept",
  "challenge",
  "dance",
  "approve",
  "reject",
  "uno",
  "catch 3",
];

it.each(SENTENCES)("is the same sentence after parsing and formatting: %s", (sentence) => {
  expect(formatMove(parseMove(sentence))).toBe(sentence);
});

it("has a part for everything a sentence can say", () => {
  expect(parseMove("play WG b4 r uno")).toEqual(moveOf("play", { cards: ["WG", "b4"], color: "r", uno: true }));
  expect(parseMove("play r7 >2")).toEqual(moveOf("play", { cards: ["r7"], target: 2 }));
  expect(parseMove("catch 3")).toEqual(moveOf("catch", { target: 3 }));
  expect(parseMove("color g")).toEqual(moveOf("color", { color: "g" }));
  expect(parseMove("uno")).toEqual(moveOf("uno"));
});

it("can be the beginning of a sentence", () => {
  expect(parseMove("play")).toEqual(moveOf("play"));
  expect(parseMove("color")).toEqual(moveOf("color"));
  expect(formatMove(moveOf("play", { cards: ["W"] }))).toBe("play W");
});

it("is a claim if it is a call or a catch, and a play only with its own verb", () => {
  expect(SENTENCES.filter(isClaim)).toEqual(["uno", "catch 3"]);
  expect(SENTENCES.filter((sentence) => !isPlay(sentence))).toEqual(SENTENCES.slice(9));
});

it("takes a call, and knows whether it has one", () => {
  expect(withCall("play W g")).toBe("play W g uno");
  expect(withCall("play r7 uno")).toBe("play r7 uno");
  expect(["play r7 uno", "play r7", "uno"].map(hasCall)).toEqual([true, false, false]);
});

it("begins with whole words only", () => {
  expect(["play", "play r7", "play r7 uno"].map((words) => beginsWith("play r7 uno", words))).toEqual([
    true,
    true,
    true,
  ]);
  expect(beginsWith("play r71", "play r7")).toBe(false);
  expect(beginsWith("play", "play r7")).toBe(false);
});

it("lays coloured cards with a black one, and none with a coloured one", () => {
  expect(laidCards(parseMove("play WG b4 r"))).toEqual(["b4"]);
  expect(laidCards(parseMove("play g7 r7"))).toEqual([]);
  expect(laidCards(parseMove("draw"))).toEqual([]);
});
