import { beforeEach, expect, it, vi } from "vitest";
import { answerTimes, MAX_TIME_MS, MAX_TIMES, noteAnswerTime } from "./answerTimes";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

it("keeps times by kind of question", () => {
  noteAnswerTime("drawn", 1_840.4);
  noteAnswerTime("draw2", 2_500);
  noteAnswerTime("drawn", 900);
  expect([answerTimes("drawn"), answerTimes("draw2"), answerTimes("skip")]).toEqual([[1_840, 900], [2_500], []]);
});

it("keeps the latest, and none of somebody who was away", () => {
  for (let time = 1; time <= MAX_TIMES + 2; time++) noteAnswerTime("drawn", time);
  noteAnswerTime("drawn", MAX_TIME_MS + 1);
  expect(answerTimes("drawn")).toHaveLength(MAX_TIMES);
  expect(answerTimes("drawn")[0]).toBe(3);
  expect(answerTimes("drawn").at(-1)).toBe(MAX_TIMES + 2);
});
