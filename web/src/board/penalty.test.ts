import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventShown } from "$protocol";
import { played } from "$/cards/deck.svelte";
import { learnCards, learnDeck, SHIPPED_CARDS, UNSEEN } from "$/test/decks";
import type { Step } from "$/table/state";
import { penaltyTerms } from "./penalty";

const event = (name: string, card?: string): EventShown => ({ event: name, rule: "D2-01", ...(card ? { card } : {}) });
const steps = (...all: EventShown[][]): Step[] =>
  all.map((events, number) => ({ number, did: null, events, view: null }));

beforeEach(() => learnCards(SHIPPED_CARDS));
afterEach(() => played.forget());

describe("a penalty", () => {
  it("is counted by what the cards of an unknown edition draw", () => {
    learnDeck(UNSEEN);
    const stack = steps([event("turn")], [event("play", "r+3")], [event("play", "gR")], [event("play", "b+10*")]);
    expect(penaltyTerms(stack, 14)).toEqual([3, 1, 10]);
  });

  it("is the sum of the cards of its stack, oldest first", () => {
    const stack = steps([event("turn")], [event("play", "r+2")], [event("play", "b+2*")], [event("play", "W+4")]);
    expect(penaltyTerms(stack, 8)).toEqual([2, 2, 4]);
  });

  it("counts equal cards played together one by one, and shields not at all", () => {
    const stack = steps([event("play", "r+2"), event("play", "g+2")], [event("play", "gS"), event("ask")]);
    expect(penaltyTerms(stack, 4)).toEqual([2, 2]);
  });

  it("does not reach into the turn before", () => {
    const stack = steps([event("play", "r+2"), event("draw"), event("turn")], [event("play", "W+4")]);
    expect(penaltyTerms(stack, 4)).toEqual([4]);
  });

  it("is a single number if the cards do not add up to it", () => {
    expect(penaltyTerms(steps([event("play", "W+4")]), 6)).toEqual([6]);
    expect(penaltyTerms(steps([event("play", "W+4")], [event("play", "W+4")]), 6)).toEqual([6]);
    expect(penaltyTerms([], 2)).toEqual([2]);
  });
});
