// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { controlOf, Playback } from "./playback.svelte";
import { sampleReplay } from "./sample";
import { stepsOf } from "./boardModelAt";

function standing(index: number): Playback {
  const playback = new Playback();
  playback.take(stepsOf(sampleReplay()), index);
  return playback;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("playing a round by itself", () => {
  test("goes step by step and stops at the end", () => {
    const playback = standing(1);
    playback.play();
    vi.advanceTimersByTime(1_500);
    expect([playback.index, playback.isPlaying]).toEqual([2, true]);
    vi.advanceTimersByTime(10_000);
    expect([playback.index, playback.isPlaying]).toEqual([3, false]);
  });

  test("starts over from the end", () => {
    const playback = standing(3);
    playback.control("toggle");
    expect([playback.index, playback.isPlaying]).toEqual([0, true]);
    playback.control("toggle");
    vi.advanceTimersByTime(10_000);
    expect(playback.index).toBe(0);
  });

  test("stops when a step is chosen by hand", () => {
    const playback = standing(0);
    playback.play();
    playback.control("next");
    vi.advanceTimersByTime(10_000);
    expect([playback.index, playback.isPlaying]).toEqual([1, false]);
  });

  test("goes faster at a higher speed", () => {
    const playback = standing(0);
    playback.play();
    playback.hurry(4);
    vi.advanceTimersByTime(800);
    expect(playback.index).toBe(2);
  });
});

test("no step is before the deal or after the end, and another round's steps are fewer", () => {
  const playback = standing(0);
  playback.control("previous");
  expect(playback.index).toBe(0);
  playback.go(99);
  expect(playback.index).toBe(3);
  playback.take(playback.steps.slice(0, 2), 3);
  expect(playback.index).toBe(1);
});

describe("keys", () => {
  const pressed = (key: string, target: HTMLElement = document.body, more: KeyboardEventInit = {}): unknown => {
    let control: unknown = "not heard";
    const hear = (event: KeyboardEvent): void => void (control = controlOf(event));
    document.body.append(target === document.body ? "" : target);
    addEventListener("keydown", hear);
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    removeEventListener("keydown", hear);
    return control;
  };

  test.each([
    ["ArrowLeft", "previous"],
    ["ArrowRight", "next"],
    ["Home", "first"],
    ["End", "last"],
    [" ", "toggle"],
    ["a", null],
  ])("%j is %s", (key, control) => {
    expect(pressed(key)).toBe(control);
  });

  test("are left alone in fields, on buttons and with modifiers", () => {
    expect(pressed("ArrowRight", document.createElement("input"))).toBeNull();
    expect(pressed(" ", document.createElement("button"))).toBeNull();
    expect(pressed("ArrowRight", document.createElement("button"))).toBe("next");
    expect(pressed("ArrowLeft", document.body, { altKey: true })).toBeNull();
  });
});
