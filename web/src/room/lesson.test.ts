import { describe, expect, it } from "vitest";
import type { LessonShown } from "$protocol";
import type { Step } from "$/table/state";
import { completes, lessonAfter, stepsDone } from "./lesson";

const step = (change: Partial<Step>): Step => ({ number: 1, did: null, events: [], view: null, ...change });
const lesson: LessonShown = {
  name: "basics",
  steps: [
    { key: "lesson.basics.1", await: "play r7" },
    { key: "lesson.basics.2", await: "draw" },
    { key: "lesson.basics.3", await: "event out 0" },
  ],
};
const played = (move: string, seat = 0): Step => step({ did: { seat, move } });

describe("a step of a lesson", () => {
  it("is completed by a move of the learner that begins with its words", () => {
    const wanted = { key: "k", await: "play r7" };
    expect(completes(wanted, played("play r7"))).toBe(true);
    expect(completes(wanted, played("play r7 uno"))).toBe(true);
    expect(completes(wanted, played("play r71"))).toBe(false);
    expect(completes(wanted, played("play"))).toBe(false);
    expect(completes(wanted, played("play r7", 1))).toBe(false);
  });

  it("is not completed by a bot or the clock in the learner's place", () => {
    const wanted = { key: "k", await: "draw" };
    expect(completes(wanted, step({ did: { seat: 0, move: "draw", by: "clock" } }))).toBe(false);
    expect(completes(wanted, step({ did: { seat: 0, move: "draw", by: "person" } }))).toBe(true);
  });

  it("is completed by an event, of its seat if one is named", () => {
    const skip = step({ events: [{ event: "skip", rule: "SKIP-01", seat: 2 }] });
    expect(completes({ key: "k", await: "event skip" }, skip)).toBe(true);
    expect(completes({ key: "k", await: "event skip 2" }, skip)).toBe(true);
    expect(completes({ key: "k", await: "event skip 0" }, skip)).toBe(false);
    expect(completes({ key: "k", await: "event out" }, skip)).toBe(false);
  });
});

describe("a lesson", () => {
  it("completes its steps in order, at most one per step of the match", () => {
    expect(stepsDone(lesson, [])).toBe(0);
    expect(stepsDone(lesson, [played("draw")])).toBe(0);
    expect(stepsDone(lesson, [played("draw"), played("play r7")])).toBe(1);
    const last = step({ did: { seat: 0, move: "draw" }, events: [{ event: "out", rule: "END-01", seat: 0 }] });
    expect(stepsDone(lesson, [played("play r7"), last])).toBe(2);
    expect(stepsDone(lesson, [played("play r7"), last, last])).toBe(3);
    expect(stepsDone(lesson, [played("play r7"), last, last, last])).toBe(3);
  });

  it("is followed by the next lesson; the last by none", () => {
    const next = { name: "wilds", steps: [] };
    expect(lessonAfter([lesson, next], "basics")).toBe(next);
    expect(lessonAfter([lesson, next], "wilds")).toBeNull();
  });
});
