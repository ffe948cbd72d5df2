import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventShown } from "$protocol";
import { played } from "$/cards/deck.svelte";
import { happened, step } from "$/motion/testing";
import { learnCards, learnDeck, SHIPPED_CARDS, UNSEEN } from "$/test/decks";
import { cuesOf, type Cue } from "./cues";

const of = (events: EventShown[], me: number | null = 0): Cue[] => cuesOf([step(1, ...events)], me);
const names = (cues: readonly Cue[]): string[] => cues.map(({ name }) => name);

beforeEach(() => learnCards(SHIPPED_CARDS));
afterEach(() => played.forget());

describe("cues", () => {
  it("follow the effects of an unknown edition's cards", () => {
    learnDeck(UNSEEN);
    expect(names(of([happened("play", { seat: 1, card: "WT" })]))).toContain("run");
    expect(names(of([happened("play", { seat: 1, card: "WM" })]))).toContain("gauntlet");
    expect(names(of([happened("play", { seat: 1, card: "WK" })]))).toEqual(["slide", "snap"]);
  });

  it.each([
    ["play", { seat: 1, card: "r7" }, ["slide", "snap"]],
    ["play", { seat: 1, card: "WE" }, ["slide", "snap", "run"]],
    ["play", { seat: 1, card: "WG*" }, ["slide", "snap", "gauntlet"]],
    ["draw", { seat: 1 }, ["draw"]],
    ["reshuffle", { amount: 40 }, ["riffle"]],
    ["skip", { seat: 1, rule: "SKIP-01" }, ["skip"]],
    ["skip", { seat: 1, rule: "BUZZ-03" }, ["skip"]],
    ["skip", { seat: 1, rule: "WD4-01" }, []],
    ["reverse", { amount: 1 }, ["reverse"]],
    ["uno", { seat: 1 }, ["uno"]],
    ["caught", { seat: 1 }, ["caught"]],
    ["challenge", { seat: 1, amount: 1 }, ["suspense", "bluff"]],
    ["challenge", { seat: 1, amount: 0 }, ["suspense", "allowed"]],
    ["misplay", { seat: 1, card: "r7" }, ["slide", "wrong"]],
    ["boost", { seat: 1, color: "r" }, ["boost"]],
    ["dance", { seat: 1 }, ["dance"]],
    ["turn_up", { seat: 1, card: "r7" }, ["snap"]],
    ["points", { seat: 1, amount: 40 }, []],
  ])("%s sounds right", (kind, part, expected) => {
    expect(names(of([happened(kind, part)]))).toEqual(expected);
  });

  it("announce a turn only to the player whose turn it is", () => {
    expect(names(of([happened("turn", { seat: 0 })]))).toEqual(["turn"]);
    expect(names(of([happened("ask", { seat: 0, question: "dance" })]))).toEqual(["turn"]);
    expect(of([happened("turn", { seat: 1 })])).toEqual([]);
    expect(of([happened("turn", { seat: 0 })], null)).toEqual([]);
  });

  it("sound a penalty by its size", () => {
    const draws = Array.from({ length: 4 }, () => happened("draw", { seat: 1, rule: "WD4-01" }));
    expect(of(draws)).toContainEqual({ name: "penalty", at: 0, strength: 4 });
    expect(of([happened("ask", { seat: 1, question: "draw2", amount: 8 })])).toMatchObject([{ strength: 8 }]);
  });

  it("sound differently for the one who won", () => {
    expect(names(of([happened("out", { seat: 0 })]))).toEqual(["win"]);
    expect(names(of([happened("out", { seat: 1 })]))).toEqual(["lose"]);
    expect(names(of([happened("out", { seat: 1 })], null))).toEqual(["win"]);
  });

  it("stay few when much happens", () => {
    const draws = Array.from({ length: 60 }, () => happened("draw", { seat: 1, rule: "AVG-01" }));
    const cues = of(draws);
    expect(cues.length).toBeLessThanOrEqual(16);
    const ats = cues.filter(({ name }) => name === "draw").map(({ at }) => at);
    for (const [index, at] of ats.entries()) if (index) expect(at - (ats[index - 1] ?? 0)).toBeGreaterThanOrEqual(50);
  });

  it("are only the sign of the own turn after missed steps", () => {
    const many = [1, 2, 3, 4].map((number) => step(number, happened("play", { seat: 1, card: "r1" })));
    expect(cuesOf(many, 0)).toEqual([]);
    expect(names(cuesOf([...many, step(5, happened("turn", { seat: 0 }))], 0))).toEqual(["turn"]);
  });
});
