import { describe, expect, it } from "vitest";
import { keysOf, layHand, MIN_VISIBLE_PX, neighbour, sorted, type HandSpace } from "./hand";

const ROUNDING = 0.001;

/** A width, and as much height as the hand needs. */
const free = (width: number): HandSpace => ({ width, boardHeight: null, textSize: 16, reserved: 0 });

describe.each([304, 320, 374, 390, 728, 1240, 1280])("a hand in %i px", (width) => {
  it("shows enough of every card and stays inside, from 1 card to 60", () => {
    for (let count = 1; count <= 60; count++) {
      const { positions, cardWidth, cardHeight, height } = layHand(count, free(width));
      expect(positions).toHaveLength(count);
      for (const [index, position] of positions.entries()) {
        expect(position.x).toBeGreaterThanOrEqual(-ROUNDING);
        expect(position.x + cardWidth).toBeLessThanOrEqual(width + ROUNDING);
        expect(position.y + cardHeight).toBeLessThanOrEqual(height + ROUNDING);
        const next = positions[index + 1];
        if (next?.row === position.row) expect(next.x - position.x).toBeGreaterThanOrEqual(MIN_VISIBLE_PX);
        else if (next) expect(next.y - position.y).toBeGreaterThanOrEqual(MIN_VISIBLE_PX);
      }
    }
  });
});

describe("a hand", () => {
  it("of 25 cards needs three rows on a phone and one on a desk", () => {
    expect(layHand(25, free(374)).rows).toBe(3);
    expect(layHand(25, free(1240)).rows).toBe(1);
  });

  it("leaves a part of a board's height to hints: rows become one row to scroll", () => {
    const space = { width: 304, boardHeight: 516, textSize: 16, reserved: 0 };
    expect(layHand(30, space).rows).toBe(3);
    const below = layHand(30, { ...space, reserved: 90 });
    expect(below.rows).toBe(1);
    expect(below.width).toBeGreaterThan(304);
  });

  it("is sorted by colour, then number, black cards last", () => {
    const cards = sorted(["W", "b2", "r+2", "r9", "y0", "r9"], "color", () => false).map(({ key }) => key);
    expect(cards).toEqual(["r9#0", "r9#1", "r+2#0", "y0#0", "b2#0", "W#0"]);
  });

  it("is sorted by number, then colour", () => {
    const cards = sorted(["W", "b2", "r2", "rS", "y0"], "number", () => false).map(({ card }) => card);
    expect(cards).toEqual(["y0", "r2", "b2", "rS", "W"]);
  });

  it("is sorted with what can be played first", () => {
    const cards = sorted(["r1", "y1", "W", "g1"], "playable", (card) => card === "g1" || card === "W");
    expect(cards.map(({ card }) => card)).toEqual(["g1", "W", "r1", "y1"]);
  });

  it("tells equal cards apart when several are chosen", () => {
    const cards = sorted(["g7", "r7", "r7"], "color", () => false);
    expect(keysOf(["g7", "r7", "r7", "r7"], cards)).toEqual(["g7#0", "r7#0", "r7#1"]);
  });

  it("is walked through with the arrow keys, across its rows, without leaving it", () => {
    const layout = layHand(20, free(374));
    const inFirst = layout.positions.filter(({ row }) => row === 0).length;
    expect(neighbour(layout, 0, "ArrowLeft")).toBe(0);
    expect(neighbour(layout, 3, "ArrowRight")).toBe(4);
    expect(neighbour(layout, 0, "ArrowDown")).toBe(inFirst);
    expect(neighbour(layout, inFirst, "ArrowUp")).toBe(0);
    expect(neighbour(layout, 2, "ArrowUp")).toBe(2);
    expect(neighbour(layout, 5, "Home")).toBe(0);
    expect(neighbour(layout, 5, "End")).toBe(19);
    expect(neighbour(layout, 5, "a")).toBeNull();
  });
});
