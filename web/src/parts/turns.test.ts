import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { takeTurn } from "./turns";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("lets those that wait act one after the other, in their order and each in a task of its own", () => {
  const done: string[] = [];
  takeTurn(2, () => done.push("second"));
  takeTurn(3, () => done.push("third"));
  takeTurn(1, () => done.push("first"));
  takeTurn(2, () => done.push("second too"));
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["first"]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["first", "second"]);
  vi.runAllTimers();
  expect(done).toEqual(["first", "second", "second too", "third"]);
});

it("passes over one that has given its turn up, and begins again later", () => {
  const done: string[] = [];
  const leave = takeTurn(1, () => done.push("gone"));
  leave();
  vi.runAllTimers();
  takeTurn(1, () => done.push("later"));
  vi.runAllTimers();
  expect(done).toEqual(["later"]);
});
