import { describe, expect, test } from "vitest";
import { pathOf, readMoment, writeMoment } from "./moment";

const read = (query: string): ReturnType<typeof readMoment> => readMoment(new URLSearchParams(query));

describe("a moment in the address", () => {
  test.each([
    ["", { round: 1, step: 0, seat: null }],
    ["round=3&step=17&seat=0", { round: 3, step: 17, seat: 0 }],
    ["round=0&step=-4&seat=x", { round: 1, step: 0, seat: null }],
    ["round=1e3&step=9999999", { round: 1, step: 0, seat: null }],
  ])("is read from %j, and what cannot be is the beginning", (query, moment) => {
    expect(read(query)).toEqual(moment);
  });

  test("leads back to itself", () => {
    const moment = { round: 2, step: 5, seat: 0 };
    expect(pathOf("ABCD", 1, moment)).toBe("/t/ABCD/match/1?round=2&step=5&seat=0");
    expect(read("round=2&step=5&seat=0")).toEqual(moment);
  });

  test("leaves the usual out", () => {
    expect(pathOf("ABCD", 1, { round: 1, step: 0, seat: null })).toBe("/t/ABCD/match/1");
    expect(writeMoment({ round: 1, step: 4, seat: null })).toEqual({ round: null, step: 4, seat: null });
  });
});
