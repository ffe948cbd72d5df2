import { describe, expect, test } from "vitest";
import { stepPath, readStepAddress, stepParameters } from "./stepAddress";

const read = (query: string): ReturnType<typeof readStepAddress> => readStepAddress(new URLSearchParams(query));

describe("a step in the address", () => {
  test.each([
    ["", { round: 1, step: 0, seat: null }],
    ["round=3&step=17&seat=0", { round: 3, step: 17, seat: 0 }],
    ["round=0&step=-4&seat=x", { round: 1, step: 0, seat: null }],
    ["round=1e3&step=9999999", { round: 1, step: 0, seat: null }],
  ])("is read from %j, and invalid values are those of the first step", (query, address) => {
    expect(read(query)).toEqual(address);
  });

  test("leads back to itself", () => {
    const address = { round: 2, step: 5, seat: 0 };
    expect(stepPath("ABCD", 1, address)).toBe("/t/ABCD/match/1?round=2&step=5&seat=0");
    expect(read("round=2&step=5&seat=0")).toEqual(address);
  });

  test("leaves defaults out", () => {
    expect(stepPath("ABCD", 1, { round: 1, step: 0, seat: null })).toBe("/t/ABCD/match/1");
    expect(stepParameters({ round: 1, step: 4, seat: null })).toEqual({ round: null, step: 4, seat: null });
  });
});
