import { beforeEach, expect, it, vi } from "vitest";
import { noteSeat, ownSeat } from "./seats";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

it("knows the own seat of each match of a table, and none for a spectator", () => {
  noteSeat("abcd", 1, 0);
  noteSeat("abcd", 2, 3);
  expect([ownSeat("abcd", 1), ownSeat("abcd", 2), ownSeat("abcd", 3), ownSeat("wxyz", 1)]).toEqual([0, 3, null, null]);
});

it("takes the latest own seat", () => {
  noteSeat("abcd", 1, 0);
  noteSeat("abcd", 1, 2);
  expect(ownSeat("abcd", 1)).toBe(2);
});

it("keeps the latest fifty", () => {
  for (let match = 1; match <= 51; match += 1) noteSeat("abcd", match, 1);
  expect([ownSeat("abcd", 1), ownSeat("abcd", 2), ownSeat("abcd", 51)]).toEqual([null, 1, 1]);
});
