import { expect, it } from "vitest";
import { colorOf, colorRank, faceOf, hasFootprint, isBlack, isColor, withoutFootprint } from "./card";

it("tells black cards from coloured ones", () => {
  expect(["W", "W+4*", "WG", "r7", "bS"].map(isBlack)).toEqual([true, true, true, false, false]);
  expect(["r7", "p+2*", "W+4"].map(colorOf)).toEqual(["r", "p", null]);
});

it("separates face and footprint from the colour", () => {
  expect(["r7", "g+2*", "W+4"].map(faceOf)).toEqual(["7", "+2*", "W+4"]);
  expect(["g+2*", "W*", "y0"].map(withoutFootprint)).toEqual(["g+2", "W", "y0"]);
  expect(["g+2*", "y0"].map(hasFootprint)).toEqual([true, false]);
});

it("takes one letter of the five for a colour, and no card", () => {
  expect(["r", "y", "g", "b", "p", "W", "ry", "r7", ""].filter(isColor)).toEqual(["r", "y", "g", "b", "p"]);
});

it("ranks colours as hands are sorted, black last", () => {
  expect(["W+4", "p1", "b2", "g3", "y4", "r5"].sort((a, b) => colorRank(a) - colorRank(b))).toEqual([
    "r5",
    "y4",
    "g3",
    "b2",
    "p1",
    "W+4",
  ]);
});
