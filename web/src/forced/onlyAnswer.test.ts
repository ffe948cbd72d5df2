import { describe, expect, it } from "vitest";
import { viewOf } from "$/board/sample";
import { hasClaim, kindOfQuestion, onlyAnswer } from "./onlyAnswer";

const penalty = { kind: "draw2" as const, seat: 0, draw: 2, from: 3, count: 1, dancer: null, votes: null };

describe("the only answer", () => {
  it.each([
    ["an unplayable drawn card", { drawn: "y1", legal: ["keep"] }, "keep"],
    ["a penalty that cannot be answered", { pending: penalty, legal: ["accept"] }, "accept"],
    [
      "a footprint from which one cannot run",
      { pending: { ...penalty, kind: "skip" as const }, legal: ["accept"] },
      "accept",
    ],
    ["no card to play and none to draw", { legal: ["pass"] }, "pass"],
    ["a penalty while somebody can be caught", { pending: penalty, legal: ["accept", "catch 2", "uno"] }, "accept"],
  ])("is found for %s", (_, part, answer) => {
    expect(onlyAnswer(viewOf(part))).toBe(answer);
  });

  it.each([
    ["there is a choice", { drawn: "y1", legal: ["keep", "play y1"] }],
    ["a draw can be challenged", { pending: penalty, legal: ["accept", "challenge"] }],
    ["drawing is the only move: players draw themselves", { legal: ["draw"] }],
    ["a card must be played: players play themselves", { drawn: "r1", legal: ["play r1"] }],
    ["another player is asked", { turn: 2, pending: penalty, legal: ["accept"] }],
    ["nothing is asked, though somebody can be caught", { turn: 2, legal: ["catch 2"] }],
    ["the round is over", { over: true, legal: ["keep"] }],
  ])("is left to the player if %s", (_, part) => {
    expect(onlyAnswer(viewOf(part))).toBeNull();
  });
});

describe("the kind of a question", () => {
  it("follows from what everybody sees, not from the hand", () => {
    const forced = viewOf({ hand: ["g1", "b2"], pending: penalty, legal: ["accept"] });
    const free = viewOf({ hand: ["r+2", "b+2"], pending: penalty, legal: ["accept", "play r+2", "play b+2"] });
    expect([kindOfQuestion(forced), kindOfQuestion(free)]).toEqual(["draw2", "draw2"]);
    expect(kindOfQuestion(viewOf({ drawn: "y1", legal: ["keep"] }))).toBe("drawn");
    expect(kindOfQuestion(viewOf({ legal: ["draw", "play r3"] }))).toBe("turn");
    expect(kindOfQuestion(viewOf({ turn: 1, legal: [] }))).toBeNull();
  });

  it("is another one while something can be claimed", () => {
    const kind = kindOfQuestion(viewOf({ pending: penalty, legal: ["accept", "catch 2"] }));
    expect([kind, hasClaim(kind ?? "")]).toEqual(["draw2+claim", true]);
  });
});
