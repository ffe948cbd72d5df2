import { describe, expect, it } from "vitest";
import { parseMove } from "$/notation/move";
import { advance, canCallWithPlay, choicesAfter, listChoices, playableCards, withLegalCall } from "./choices";

/** What can be chosen after a beginning, in the order in which it is offered. */
const next = (legal: string[], begun: string): (string | number)[] =>
  listChoices(choicesAfter(legal, parseMove(begun))).flatMap((choice) => Object.values(choice) as (string | number)[]);
const whole = (legal: string[], begun: string): string | null => choicesAfter(legal, parseMove(begun)).whole;

describe("what can be chosen", () => {
  it("is a colour for a black card, in the order of the keys", () => {
    const legal = ["draw", "play W b", "play W r", "play W g", "play W y", "play r3"];
    expect(next(legal, "play W")).toEqual(["r", "y", "g", "b"]);
    expect(next(legal, "play W g")).toEqual([]);
    expect(whole(legal, "play W g")).toBe("play W g");
  });

  it("is the card laid with a Gauntlet before its colour", () => {
    const legal = ["r4", "b2"].flatMap((laid) => ["r", "b"].map((color) => `play WG ${laid} ${color}`));
    expect(next(legal, "play WG")).toEqual(["r4", "b2"]);
    expect(next(legal, "play WG b2")).toEqual(["r", "b"]);
    expect(whole(legal, "play WG b2 r")).toBe("play WG b2 r");
  });

  it("is a colour at once for a Gauntlet with nothing to lay", () =>
    expect(next(["play WG r", "play WG g"], "play WG")).toEqual(["r", "g"]));

  it("is the seat to swap with", () => {
    expect(next(["play r7 >1", "play r7 >2", "play r3"], "play r7")).toEqual([1, 2]);
  });

  it("is, with several 7s, another of them or the seat; a seat ends the choice of cards", () => {
    const legal = ["play r7 >1", "play r7 >2", "play r7 g7 >1", "play r7 g7 >2"];
    expect(next(legal, "play r7")).toEqual(["g7", 1, 2]);
    expect(next(legal, "play r7 >2")).toEqual([]);
    expect(whole(legal, "play r7 >2")).toBe("play r7 >2");
    expect(next(legal, "play r7 g7")).toEqual([1, 2]);
  });

  it("is a colour for a black first card", () => expect(next(["color r", "color g"], "color")).toEqual(["r", "g"]));

  it("is made automatically if there is only one possibility", () => {
    const legal = ["play WG r4 r", "play WG r4 b", "play r7 >1"];
    expect(advance(legal, parseMove("play r7")).choices.whole).toBe("play r7 >1");
    expect(advance(legal, parseMove("play WG")).move).toEqual(parseMove("play WG r4"));
  });
});

describe("several equal cards", () => {
  const legal = [
    "play g7",
    "play g7 r7",
    "play g7 y7",
    "play g7 b7",
    "play g7 r7 y7",
    "play g7 y7 r7",
    "play g7 r7 b7",
    "play g7 b7 r7",
    "play g7 y7 b7",
    "play g7 b7 y7",
    "play g7 r7 y7 b7",
    "play g7 r7 b7 y7",
    "play g7 y7 b7 r7",
  ];

  it("are chosen one after another, and may be played at every stage", () => {
    expect(whole(legal, "play g7")).toBe("play g7");
    expect(next(legal, "play g7")).toEqual(["r7", "y7", "b7"]);
    expect(next(legal, "play g7 b7")).toEqual(["r7", "y7"]);
    expect(whole(legal, "play g7 b7")).toBe("play g7 b7");
  });

  it("become the listed sentence in whatever order they were chosen; the last card stays last", () => {
    expect(next(legal, "play g7 y7 r7 b7")).toEqual([]);
    expect(whole(legal, "play g7 y7 r7 b7")).toBe("play g7 r7 y7 b7");
    expect(whole(legal, "play g7 b7 y7 r7")).toBe("play g7 y7 b7 r7");
  });

  it("may be the very same card twice", () => {
    const twice = ["play r7", "play r7 r7", "play r7 g7", "play r7 r7 g7", "play r7 g7 r7"];
    expect(next(twice, "play r7")).toEqual(["r7", "g7"]);
    expect(whole(twice, "play r7 g7 r7")).toBe("play r7 g7 r7");
  });
});

describe("a call", () => {
  const legal = ["play r7", "play r7 uno", "play W g", "play W g uno", "draw"];

  it("is no choice of its own", () => {
    expect(next(legal, "play r7")).toEqual([]);
    expect(whole(legal, "play r7")).toBe("play r7");
    expect([...playableCards(legal)]).toEqual(["r7", "W"]);
  });

  it("is added to a play only if it was requested and is legal", () => {
    expect(canCallWithPlay(legal)).toBe(true);
    expect(canCallWithPlay(["play r7", "uno"])).toBe(false);
    expect(withLegalCall("play W g", legal, true)).toBe("play W g uno");
    expect(withLegalCall("play W g", legal, false)).toBe("play W g");
    expect(withLegalCall("draw", legal, true)).toBe("draw");
  });
});
