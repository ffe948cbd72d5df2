import { describe, expect, it } from "vitest";
import { happened, step } from "./testing";
import { isTooLate, timeline } from "./timeline";

const starts = (...kinds: Parameters<typeof happened>[]): Record<string, number[]> => {
  const found: Record<string, number[]> = {};
  for (const { event, start } of timeline([step(1, ...kinds.map((each) => happened(...each)))]).events)
    (found[event.event] ??= []).push(start);
  return found;
};

describe("timeline", () => {
  it("starts the effect of a card when the card has nearly arrived", () => {
    const found = starts(["play", { seat: 1, card: "r+2" }], ["draw", { seat: 2 }], ["skip", { seat: 2 }]);
    expect(found.play).toEqual([0]);
    expect(found.draw?.[0]).toBeGreaterThan(250);
    expect(found.skip?.[0]).toBeGreaterThan(found.draw?.[0] ?? Infinity);
  });

  it("sends a laid card after the Gauntlet it is laid on, and lets nobody draw before it lies there", () => {
    const found = starts(["play", { seat: 1, card: "WG" }], ["lay", { seat: 1, card: "r4" }], ["draw", { seat: 2 }]);
    expect(found.play).toEqual([0]);
    expect(found.lay?.[0]).toBeGreaterThan(0);
    expect(found.draw?.[0]).toBeGreaterThan((found.lay?.[0] ?? 0) + 200);
  });

  it("needs no longer for a big penalty than for a small one", () => {
    const draws = Array.from({ length: 20 }, (): Parameters<typeof happened> => ["draw", { seat: 2 }]);
    expect(starts(...draws).draw?.at(-1)).toBeLessThan(650);
  });

  it("waits for a verdict before cards are drawn", () => {
    const found = starts(["challenge", { seat: 0, other: 3, amount: 1 }], ["draw", { seat: 3 }]);
    expect(found.draw?.[0]).toBeGreaterThan(500);
  });

  it("is faster when several steps come at once", () => {
    const one = [step(1, happened("play", { seat: 0, card: "r1" }), happened("draw", { seat: 1 }))];
    const slow = timeline(one).events.at(-1)?.start ?? 0;
    const fast = timeline([...one, step(2)]).events.at(-1)?.start ?? 0;
    expect(fast).toBeLessThan(slow);
  });

  it("finds more than two steps, and those of a welcome, too late to animate", () => {
    const steps = [1, 2, 3].map((number) => step(number));
    expect(isTooLate(steps)).toBe(true);
    expect(isTooLate(steps.slice(1))).toBe(false);
    expect(isTooLate([{ ...step(1), view: null }])).toBe(true);
  });
});
