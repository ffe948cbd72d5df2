import { describe, expect, it } from "vitest";
import type { EventShown, View } from "$protocol";
import { flightsOf, type Flight } from "./flights";
import { happened, modelAs, step } from "./testing";

const fly = (events: EventShown[], part: Partial<View> = {}, me: number | null = 0): Flight[] =>
  flightsOf([step(1, ...events)], modelAs(part, me));
const ways = (flights: readonly Flight[]): string[] => flights.map(({ from, to }) => `${from} > ${to}`);

describe("the deal", () => {
  const deal = [happened("deal", { seat: 1, amount: 3 }), happened("turn_up", { seat: 1, card: "b6" })];

  it("goes round from the dealer's left, and turns the own cards over", () => {
    const flights = fly(deal);
    expect(ways(flights.slice(0, 4))).toEqual(["pile > seat-2", "pile > seat-3", "pile > hand:r1#0", "pile > seat-1"]);
    expect(flights.filter(({ to }) => to.startsWith("hand")).map(({ card, turn }) => [card, turn])).toEqual([
      ["r1", true],
      ["r7", true],
      ["b2", true],
    ]);
    expect(flights.filter(({ to }) => to.startsWith("seat")).every(({ card }) => card === null)).toBe(true);
    expect(flights.at(-1)).toMatchObject({ from: "pile", to: "discard", card: "b6", turn: true });
  });

  it("is over in about a second, with ten seats as with two, and needs few pictures", () => {
    for (const seats of [2, 10]) {
      const hands = [Array.from({ length: 7 }, () => "r1"), ...Array.from({ length: seats - 1 }, () => null)];
      const flights = fly([happened("deal", { seat: 0, amount: 7 }), ...deal.slice(1)], { hands });
      expect(Math.max(...flights.map(({ delay, duration }) => delay + duration))).toBeLessThanOrEqual(1_250);
      expect(flights.filter(({ to }) => to.startsWith("hand:")).length).toBe(7);
      expect(flights.length).toBeLessThan(40);
    }
  });

  it("is visible to spectators", () => {
    const flights = fly(deal, { hands: [null, null, null, null], sizes: [3, 3, 3, 3] }, null);
    expect(ways(flights)).toContain("pile > seat-0");
  });

  it("shows a buried card and takes it away again", () => {
    expect(fly([happened("bury", { card: "W+4" })])).toMatchObject([{ from: "pile", to: "discard", returns: true }]);
  });
});

describe("a play", () => {
  it("comes turned over from a seat whose hand is hidden", () => {
    expect(fly([happened("play", { seat: 2, card: "g6" })])).toMatchObject([
      { from: "seat-2", to: "discard", card: "g6", turn: true, delay: 0 },
    ]);
  });

  it("comes face up from an open hand", () => {
    const [flight] = fly([happened("play", { seat: 2, card: "g6" })], { hands: [["r1"], null, ["b1"], null] });
    expect(flight?.turn).toBe(false);
  });

  it("starts at the own card that has left the hand", () => {
    const [flight] = fly([happened("play", { seat: 0, card: "r7" })], { hands: [["r1", "r7"], null] });
    expect(flight).toMatchObject({ from: "hand:r7#1", to: "discard", turn: false });
    expect(flight?.duration).toBeGreaterThanOrEqual(350);
    expect(flight?.duration).toBeLessThanOrEqual(430);
  });

  it("of several cards sends one after the other", () => {
    const flights = fly([happened("play", { seat: 0, card: "r7" }), happened("play", { seat: 0, card: "g7" })]);
    expect(ways(flights)).toEqual(["hand:r7#1 > discard", "hand:g7#0 > discard"]);
    expect(flights[1]?.delay).toBeGreaterThan(flights[0]?.delay ?? 0);
  });

  it("of a Gauntlet lays its card on it (AVG-01)", () => {
    const flights = fly([happened("play", { seat: 1, card: "WG" }), happened("lay", { seat: 1, card: "r4" })]);
    expect(flights.map(({ card, to }) => [card, to])).toEqual([
      ["WG", "discard"],
      ["r4", "laid"],
    ]);
  });

  it("that was a foul goes to the discards and comes back", () => {
    expect(fly([happened("misplay", { seat: 0, card: "r7" })])).toMatchObject([
      { from: "hand:r7#0", to: "discard", returns: true },
    ]);
    expect(fly([happened("misplay", { seat: 3, card: "r7" })])).toMatchObject([{ from: "seat-3", returns: true }]);
  });
});

describe("a draw", () => {
  it("goes to the own card that is new, turned over", () => {
    const flights = fly([happened("draw", { seat: 0, card: "r7" }), happened("draw", { seat: 0, card: "r7" })], {
      hands: [["r7", "r7", "r7"], null],
    });
    expect(ways(flights)).toEqual(["pile > hand:r7#1", "pile > hand:r7#2"]);
    expect(flights.every(({ turn }) => turn)).toBe(true);
  });

  it("of others stays hidden, as a penalty after a catch does", () => {
    const flights = fly([
      happened("caught", { seat: 3, other: 0 }),
      happened("draw", { seat: 3 }),
      happened("draw", { seat: 3 }),
    ]);
    expect(flights).toMatchObject([
      { from: "pile", to: "seat-3", card: null, turn: false },
      { from: "pile", to: "seat-3", card: null, turn: false },
    ]);
    expect(flights[1]?.delay).toBeGreaterThan(flights[0]?.delay ?? 0);
  });

  it("of a card that was played at once takes both ways from the same place", () => {
    const flights = flightsOf(
      [step(1, happened("draw", { seat: 0, card: "y1" })), step(2, happened("play", { seat: 0, card: "y1" }))],
      modelAs(),
    );
    expect(ways(flights)).toEqual(["pile > hand:y1#0", "hand:y1#0 > discard"]);
  });

  it("comes after the discards have become a new pile", () => {
    const flights = fly([happened("reshuffle", { amount: 40 }), happened("draw", { seat: 1 })]);
    expect(ways(flights.slice(0, 2))).toEqual(["discard > pile", "discard > pile"]);
    expect(flights[0]?.bend).not.toBe(flights[1]?.bend);
    expect(flights.at(-1)?.to).toBe("seat-1");
    expect(fly([happened("reshuffle", { amount: 2 })]).length).toBe(2);
  });
});

describe("hands that move", () => {
  it("cross when two are swapped", () => {
    const flights = ways(fly([happened("swap", { seat: 1, other: 3 })]));
    expect(new Set(flights)).toEqual(new Set(["seat-1 > seat-3", "seat-3 > seat-1"]));
  });

  it("come card by card to the own seat; a card played before the swap starts at the hand as a whole", () => {
    const flights = fly([happened("play", { seat: 0, card: "r7" }), happened("swap", { seat: 0, other: 2 })], {
      hands: [["y1", "y1"], null, null, null],
    });
    expect(ways(flights)).toEqual(
      expect.arrayContaining(["hand > discard", "seat-2 > hand:y1#0", "seat-2 > hand:y1#1", "hand > seat-2"]),
    );
  });

  it("all move on in the direction of play", () => {
    expect(new Set(ways(fly([happened("rotate", { amount: -1 })], {}, null)))).toEqual(
      new Set(["seat-0 > seat-3", "seat-1 > seat-0", "seat-2 > seat-1", "seat-3 > seat-2"]),
    );
    expect(ways(fly([happened("rotate", { amount: 1 })]))).toContain("seat-3 > hand:r1#0");
  });
});

describe("a challenge", () => {
  it("shows the hand that the challenger may see", () => {
    const flights = fly([happened("challenge", { seat: 0, other: 3, amount: 1 })], {
      shown: { seat: 3, hand: ["b1", "W"] },
    });
    expect(flights).toMatchObject([
      { from: "seat-3", to: "reveal:3:0:2", card: "b1", turn: true, returns: true },
      { from: "seat-3", to: "reveal:3:1:2", card: "W", turn: true, returns: true },
    ]);
  });

  it("shows nothing to the others", () => {
    expect(fly([happened("challenge", { seat: 1, other: 3, amount: 0 })])).toEqual([]);
  });
});

it("moves no card for events without cards", () => {
  const quiet = [
    "dealer_draw",
    "color",
    "boost",
    "unboost",
    "uno",
    "reverse",
    "ask",
    "check",
    "forgiven",
    "skip",
    "keep",
  ];
  const rest = [
    "pass",
    "accept",
    "dance",
    "vote",
    "verdict",
    "caught",
    "false_call",
    "turn",
    "out",
    "void",
    "points",
    "match",
  ];
  for (const kind of [...quiet, ...rest]) expect(fly([happened(kind, { seat: 1, amount: 1, color: "r" })])).toEqual([]);
});
