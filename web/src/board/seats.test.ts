import { describe, expect, it } from "vitest";
import { seatsPerRow, seatsSeenFrom, sidesOf } from "./seats";

describe("the seats round the table", () => {
  it("go clockwise from the own seat, which is left out", () => {
    expect(seatsSeenFrom(2, 5)).toEqual([3, 4, 0, 1]);
    expect(seatsSeenFrom(0, 2)).toEqual([1]);
  });

  it("include every seat for a spectator", () => expect(seatsSeenFrom(null, 3)).toEqual([0, 1, 2]));

  it.each(Array.from({ length: 10 }, (_, index) => index + 1))(
    "lose nobody with %i of them, in their order",
    (count) => {
      const seats = seatsSeenFrom(null, count);
      const { left, top, right } = sidesOf(seats);
      expect([...left, ...top, ...right]).toEqual(seats);
      expect(left.length).toBe(right.length);
      expect(top.length).toBeGreaterThan(0);
    },
  );
});

describe("seats in rows", () => {
  it.each([
    [1, 4, 1],
    [4, 4, 4],
    [5, 4, 3],
    [9, 4, 3],
    [9, 5, 5],
    [6, 5, 3],
    [9, 2, 2],
    [0, 4, 1],
  ])("%i seats with at most %i side by side make rows of %i", (seats, most, perRow) =>
    expect(seatsPerRow(seats, most)).toBe(perRow),
  );
});
