import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventShown, View } from "$protocol";
import { played } from "$/cards/deck.svelte";
import { learnCards, learnDeck, SHIPPED_CARDS, UNSEEN } from "$/test/decks";
import { happened, modelAs, step } from "../testing";
import { celebrationsOf, type Celebration } from "./celebrationsOf";

const of = (events: EventShown[], part: Partial<View> = {}): Celebration[] =>
  celebrationsOf([step(1, ...events)], modelAs(part));

beforeEach(() => learnCards(SHIPPED_CARDS));
afterEach(() => played.forget());

describe("celebrations", () => {
  it("follow from events", () => {
    expect(of([happened("boost", { seat: 1, color: "g" })])).toMatchObject([{ kind: "boost", color: "g" }]);
    expect(of([happened("play", { seat: 1, card: "WE" })])).toMatchObject([{ kind: "run", at: "seat-1" }]);
    expect(of([happened("dance", { seat: 1 })])).toMatchObject([{ kind: "dance" }]);
    expect(of([happened("uno", { seat: 2 })])).toMatchObject([{ kind: "uno", at: "seat-2" }]);
    expect(of([happened("reverse", { amount: -1 })])).toMatchObject([{ kind: "reverse", way: -1 }]);
    expect(of([happened("skip", { seat: 2, rule: "SKIP-01" })])).toMatchObject([{ kind: "skip", at: "seat-2" }]);
    expect(of([happened("skip", { seat: 2, rule: "BUZZ-03" })])).toMatchObject([{ kind: "skip", at: "seat-2" }]);
    expect(of([happened("void")])).toMatchObject([{ kind: "stamp", word: "void", at: "middle" }]);
  });

  it("tell a bluff from a card that was allowed, at the seat of the one who played it", () => {
    const challenge = (amount: number): Celebration[] => of([happened("challenge", { seat: 0, other: 3, amount })]);
    expect(challenge(1)).toMatchObject([{ word: "bluff", at: "seat-3" }]);
    expect(challenge(0)).toMatchObject([{ word: "allowed", at: "seat-3" }]);
  });

  it("let a Gauntlet sweep over the hands it hits", () => {
    const gauntlet = [
      happened("play", { seat: 1, card: "WG" }),
      happened("lay", { seat: 1, card: "r4" }),
      happened("check", { seat: 2, color: "r" }),
      happened("draw", { seat: 2 }),
      happened("check", { seat: 0, color: "r" }),
    ];
    expect(of(gauntlet)).toMatchObject([{ kind: "gauntlet", color: "r", hit: [2, 0], at: "seat-1" }]);
    expect(of(gauntlet.slice(0, 1))).toEqual([]);
    // Not before the laid card lies on it.
    expect(of(gauntlet)[0]?.delay).toBeGreaterThan(400);
  });

  it("let a stack grow from what it was", () => {
    const stacked = [
      happened("play", { seat: 1, card: "r+2", rule: "STACK-01" }),
      happened("ask", { seat: 2, other: 1, question: "draw2", amount: 6 }),
    ];
    expect(of(stacked)).toMatchObject([{ kind: "stack", before: 4, amount: 6 }]);
    expect(of([happened("ask", { seat: 2, question: "dance", amount: 6 })])).toEqual([]);
  });

  const asked = (amount: number, question = "draw2"): EventShown => happened("ask", { seat: 2, question, amount });
  const cards = (...names: string[]): EventShown[] => names.map((card) => happened("play", { seat: 1, card }));

  it.each([
    ["a Draw Ten on ten", [...cards("r+10*"), asked(20)], 10, 20],
    ["a Draw Three at first", [...cards("g+3"), asked(3)], 0, 3],
    ["two cards at once", [...cards("g+3", "b+3"), asked(16)], 10, 16],
    ["a card with the face of a Reverse", [...cards("yR"), asked(4)], 3, 4],
    ["an own black card", [...cards("W+6"), asked(9, "wild4")], 3, 9],
    ["a shield, which adds nothing", [...cards("rSS"), asked(10)], 10, 10],
    ["a cut that starts a new stack", [happened("play", { seat: 3, card: "g+3", rule: "CUT-01" }), asked(3)], 0, 3],
    ["a cut that is added", [happened("play", { seat: 3, card: "g+3", rule: "CUT-01" }), asked(6)], 3, 6],
  ])("count right in an edition nobody has seen: %s", (_, events, before, amount) => {
    learnDeck(UNSEEN);
    expect(of(events).find(({ kind }) => kind === "stack")).toMatchObject({ before, amount });
  });

  it("count each step of a stack by itself", () => {
    learnDeck(UNSEEN);
    const steps = [step(1, ...cards("r+3"), asked(3)), step(2, ...cards("b+10*"), asked(13))];
    const stacks = celebrationsOf(steps, modelAs()).filter(({ kind }) => kind === "stack");
    expect(stacks).toMatchObject([
      { before: 0, amount: 3 },
      { before: 3, amount: 13 },
    ]);
  });

  it("follow from the effects of an unknown edition's cards", () => {
    learnDeck(UNSEEN);
    expect(of(cards("WT"))).toMatchObject([{ kind: "run", card: "WT" }]);
    expect(of([...cards("WN"), happened("boost", { seat: 1, color: "p" })])).toMatchObject([
      { kind: "boost", card: "WN", color: "p" },
    ]);
    expect(of([...cards("WM"), happened("lay", { seat: 1, card: "p12" })])).toMatchObject([
      { kind: "gauntlet", card: "WM", color: "p" },
    ]);
    expect(of(cards("r12", "WK", "W+6"))).toEqual([]);
  });

  it("show no skip for a turn that was lost by drawing", () => {
    expect(of([happened("skip", { seat: 2, rule: "WD4-01" })])).toEqual([]);
  });

  it("celebrate once, and the match before the round", () => {
    expect(of([happened("out", { seat: 1 }), happened("match", { seat: 2 })])).toMatchObject([
      { kind: "win", seat: 2, isMatch: true },
    ]);
  });

  it("stamp a wrong play once, however many cards it had", () => {
    const wrong = [happened("misplay", { seat: 1, card: "r1" }), happened("misplay", { seat: 1, card: "y1" })];
    expect(of(wrong).length).toBe(1);
  });

  it("do not come in the same place at the same time", () => {
    const [first, second] = of([happened("caught", { seat: 1 }), happened("false_call", { seat: 1 })]);
    expect(second?.delay).toBeGreaterThan(first?.delay ?? Infinity);
  });

  it("are short", () => {
    const kinds = ["boost", "dance", "uno", "reverse", "skip", "caught", "out", "void", "challenge", "verdict"];
    for (const kind of kinds)
      for (const { lasts } of of([happened(kind, { seat: 1, rule: "SKIP-01" })])) {
        expect(lasts).toBeGreaterThanOrEqual(700);
        expect(lasts).toBeLessThanOrEqual(1_600);
      }
  });

  it("are left out after missed steps", () => {
    expect(
      celebrationsOf(
        [1, 2, 3, 4].map((number) => step(number, happened("void"))),
        modelAs(),
      ),
    ).toEqual([]);
  });
});
