import { expect, it } from "vitest";
import { xOfStep, bandsOf, linesOf, stackChances, spread, stepAt, ticksOf } from "./geometry";
import { REVIEW } from "./sample";

const SIZE = { width: 100, height: 50 };
const steps = REVIEW.rounds[0]?.steps ?? [];
const heights = (path: string): number[] =>
  path
    .split(/[ML]/)
    .slice(1)
    .map((spot) => parseFloat(spot.split(" ")[1] ?? ""));

it("stacks chances to 1 although they are rounded", () => {
  expect(stackChances([0.25, 0.25, 0.4999])).toEqual([0, 0.25, 0.5, 1]);
});

it("leaves the chances of a void round at 0", () => {
  expect(stackChances([0, 0, 0])).toEqual([0, 0, 0, 0]);
});

it("draws a band for each seat, each on the one below, the last one to the top", () => {
  const bands = bandsOf(steps, SIZE);
  expect(bands).toHaveLength(3);
  expect(heights(bands[2]?.edge ?? "").every((y) => y === 0)).toBe(true);
  const first = heights(bands[0]?.edge ?? "");
  expect(first[1]).toBeCloseTo(50 * (1 - (steps[1]?.chances[0] ?? 0)), 0);
  // The winner has all of it in the end.
  expect(first.at(-1)).toBe(0);
});

it("draws a line between the ends of its interval", () => {
  const [line] = linesOf(steps, SIZE);
  const around = heights(line?.interval ?? "");
  const along = heights(line?.line ?? "");
  expect(around).toHaveLength(2 * along.length);
  along.forEach((y, step) => {
    expect(y).toBeGreaterThanOrEqual((around[step] ?? 0) - 0.1);
    expect(y).toBeLessThanOrEqual((around[around.length - 1 - step] ?? 0) + 0.1);
  });
});

it("draws a round of one step as a flat picture", () => {
  const [band] = bandsOf(steps.slice(0, 1), SIZE);
  expect(band?.edge).toMatch(/^M0\.0 .*L100\.0 /);
});

it.each([
  [0, 0],
  [26, 3],
  [100, 10],
  [140, 10],
  [-3, 0],
])("finds the step next to a press at %d", (x, step) => {
  expect(stepAt(x, 10, 100)).toBe(step);
});

it("puts a round without moves at the left", () => {
  expect(xOfStep(0, 0, 100)).toBe(0);
  expect(stepAt(50, 0, 100)).toBe(0);
});

it("numbers a few round steps and the last", () => {
  expect(ticksOf(134, 830)).toEqual([0, 20, 40, 60, 80, 100, 120, 134]);
  expect(ticksOf(131, 290)).toEqual([0, 50, 100, 131]);
  expect(ticksOf(48, 480)).toEqual([0, 10, 20, 30, 40, 48]);
  expect(ticksOf(0, 480)).toEqual([0]);
});

it("moves labels that are too close apart, within the picture", () => {
  expect(spread([10, 50], 20, 100)).toEqual([10, 50]);
  expect(spread([10, 12], 20, 100)).toEqual([10, 30]);
  expect(spread([90, 95, 100], 20, 100)).toEqual([60, 80, 100]);
});
