import { expect, it } from "vitest";
import type { Step } from "$/table/state";
import { newSteps } from "./fresh";

const step = (number: number, event = "play"): Step => ({
  number,
  did: null,
  events: [{ event, rule: "PLAY-01" }],
  view: null,
});

it("what came after the last step seen is new", () =>
  expect(newSteps([step(3), step(4), step(5)], 3).map(({ number }) => number)).toEqual([4, 5]));

it("nothing is new after a step back in a replay", () => expect(newSteps([step(3)], 7)).toEqual([]));

it("nothing is new to who has just come, except a deal just made", () => {
  expect(newSteps([step(3), step(4)], null)).toEqual([]);
  expect(newSteps([step(3, "deal")], null)).toHaveLength(1);
});
