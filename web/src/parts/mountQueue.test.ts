import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { enqueueMount } from "./mountQueue";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("mounts stage after stage, in the order of arrival within one, each entry in a task of its own", () => {
  const done: string[] = [];
  enqueueMount("hand", () => done.push("second"));
  enqueueMount("seats", () => done.push("third"));
  enqueueMount("prompt", () => done.push("first"));
  enqueueMount("hand", () => done.push("second too"));
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["first"]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["first", "second"]);
  vi.runAllTimers();
  expect(done).toEqual(["first", "second", "second too", "third"]);
});

it("skips an entry that was taken out, and starts again later", () => {
  const done: string[] = [];
  const cancel = enqueueMount("hand", () => done.push("cancelled"));
  cancel();
  vi.runAllTimers();
  enqueueMount("hand", () => done.push("later"));
  vi.runAllTimers();
  expect(done).toEqual(["later"]);
});
