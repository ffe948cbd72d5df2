import { expect, it } from "vitest";
import type { Step } from "$/table/state";
import { newSteps } from "./newSteps";

const step = (number: number, event = "play"): Step => ({
  number,
  did: null,
  events: [{ event, rule: "PLAY-01" }],
  view: null,
});

it("finds the steps after the last one seen", () =>
  expect(newSteps([step(3), step(4), step(5)], 3).map(({ number }) => number)).toEqual([4, 5]));

it("finds none after a step back in a replay", () => expect(newSteps([step(3)], 7)).toEqual([]));

it("finds none on a table just opened, except a deal just made", () => {
  expect(newSteps([step(3), step(4)], null)).toEqual([]);
  expect(newSteps([step(3, "deal")], null)).toHaveLength(1);
});
