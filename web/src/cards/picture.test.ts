import { afterEach, expect, it } from "vitest";
import { coloursOf, played } from "./deck.svelte";
import { cardPicture, placeInStrip, stripPicture } from "./picture";

const OWN = { name: "thunder", theme: "classic", colors: ["r", "b"], kinds: [] };

afterEach(() => played.forget());

it("names a card's picture as notation writes it", () => {
  expect(cardPicture("classic", "r+2")).toBe("/static/cards/classic/r%2B2.svg");
  expect(cardPicture("buzz", null)).toBe("/static/cards/buzz/back.svg");
  expect(cardPicture("classic", "W+4", "b")).toBe("/static/cards/classic/W%2B4_b.svg");
});

it("shows the colours of an own deck on its black cards, and on no others", () => {
  played.learn(OWN);
  expect(cardPicture("classic", "W", "b")).toBe("/static/cards/classic/W_b.svg?deck=rb");
  expect(cardPicture("classic", "r7")).toBe("/static/cards/classic/r7.svg");
  expect(cardPicture("classic", null)).toBe("/static/cards/classic/back.svg");
  played.learn({ name: "bts", theme: "bts", colors: ["r", "b", "g", "p"], kinds: [] });
  expect(cardPicture("bts", "W")).toBe("/static/cards/bts/W.svg");
});

it("prefers the given edition to the one in play", () => {
  played.learn(OWN);
  expect(cardPicture("classic", "W", null, null)).toBe("/static/cards/classic/W.svg");
  played.forget();
  expect(cardPicture("classic", "W", null, coloursOf(OWN))).toBe("/static/cards/classic/W.svg?deck=rb");
});

it("names one picture of several cards, and where in it each of them is", () => {
  expect(stripPicture("bts", ["r7", null, "W+4"])).toBe("/static/cards/strip.svg?cards=bts/r7,bts/back,bts/W%2B4");
  expect(stripPicture("classic", ["W"], "rb")).toBe("/static/cards/strip.svg?cards=classic/W&deck=rb");
  expect([0, 1, 2].map((index) => placeInStrip(index, 3))).toEqual([0, 0.5, 1]);
  expect(placeInStrip(0, 1)).toBe(0);
});
