import { describe, expect, it } from "vitest";
import { curveOf, evenScale, meanOf, xOfMatch, yOfLevel } from "./trend";

const SIZE = { width: 124, height: 124 }; // 100 px between the margins
const WHOLE = { low: 0, high: 1 };

describe("a curve", () => {
  it("goes from the left margin to the right one, high values up", () => {
    const { line, spots } = curveOf([0, 0.5, 1], WHOLE, SIZE);
    expect(line).toBe("M12.0 112.0L62.0 62.0L112.0 12.0");
    expect(spots).toHaveLength(3);
  });

  it("is broken where a value is missing, and goes on after it", () => {
    const { line, spots } = curveOf([0, null, 1, 1], WHOLE, SIZE);
    expect(line.match(/M/g)).toHaveLength(2);
    expect(spots).toHaveLength(3);
  });

  it("of one match is a spot in the middle, of none is empty", () => {
    expect(curveOf([1], WHOLE, SIZE).spots).toEqual([[62, 12]]);
    expect(curveOf([], WHOLE, SIZE)).toEqual({ line: "", spots: [] });
    expect(xOfMatch(0, 1, 300)).toBe(150);
  });
});

describe("an even scale", () => {
  it("has 0 in the middle and holds every value", () => {
    const { scale, levels } = evenScale([0.13, -0.02]);
    expect(scale).toEqual({ low: -0.2, high: 0.2 });
    expect(levels).toEqual([0.2, 0.1, 0, -0.1, -0.2]);
    expect(yOfLevel(0, scale, 100)).toBe(50);
  });

  it("works without values and with large ones", () => {
    expect(evenScale([]).scale.high).toBe(0.05);
    expect(evenScale([-12.3]).scale.high).toBe(13);
  });
});

it("means only what is known", () => {
  expect(meanOf([0.5, null, 1])).toBe(0.75);
  expect(meanOf([null])).toBeNull();
});
