import { expect, it } from "vitest";
import { marksOf } from "./marks";

it("gives the seats the deck's suits in its order, then the one it lacks", () => {
  expect(marksOf(["r", "p", "g", "b"], 5).map(({ letter }) => letter)).toEqual(["r", "p", "g", "b", "y"]);
});

it("tells the sixth seat from the first by a hollow shape", () => {
  const marks = marksOf(["r", "y", "g", "b"], 6);
  expect(marks[0]).toEqual({ letter: "r", isHollow: false });
  expect(marks[5]).toEqual({ letter: "r", isHollow: true });
});
