import { beforeEach, describe, expect, it } from "vitest";
import type { Refused } from "$protocol";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { replayAddress } from "./replayAddress";
import { sampleState, sampleTable, sampleView } from "./sample";
import { namesOf } from "./boardModel";
import { endWords, refusalWords, windowTitle } from "./wording";

beforeEach(() => words.take("en", readCatalogue("en")));
const refused = (change: Partial<Refused>): Refused => ({
  type: "refused",
  id: "1",
  reason: "stale",
  text: "",
  ...change,
});

describe("a refusal", () => {
  it("says why in the reader's words", () => {
    const state = sampleState();
    expect(refusalWords(refused({}), state, namesOf(state))).toBe("Somebody was faster: look again.");
  });

  const late = (seat: number, move: string, change: Partial<Refused> = {}): string => {
    const state = sampleState();
    return refusalWords(refused({ first: { revision: 7, seat, move }, ...change }), state, namesOf(state));
  };

  it("names who was first, and with what", () => {
    expect(late(1, "catch 2")).toBe("Somebody was faster: look again. Ben came first and caught Bot 2.");
    expect(late(1, "catch 0")).toBe("Somebody was faster: look again. Ben came first and caught you.");
    expect(late(1, "play r7 uno")).toMatch(/look again\. Ben came first with “Play red 7, UNO!”\.$/);
    expect(late(1, "draw")).toMatch(/look again\. Ben came first with “Draw”\.$/);
    const reason = { reason: "not_catchable", rule: "UNO-03" };
    expect(late(1, "uno", reason)).toMatch(/too late\. Ben came first and called UNO\.$/);
  });

  it("names no other player when the same button was pressed twice", () => {
    expect(late(0, "uno")).toBe("You have already done “UNO!”.");
    expect(late(0, "draw")).toBe("You have already done “Draw”.");
  });

  it("names who was first in Chinese as well", () => {
    words.take("zh-Hant", readCatalogue("zh-Hant"));
    expect(late(1, "catch 0")).toBe("有人搶先一步，請再看一次。 Ben 搶先一步抓到你漏喊 UNO。");
    expect(late(1, "catch 2")).toMatch(/Ben 搶先一步抓到電腦 2 漏喊 UNO。$/);
    expect(late(1, "uno")).toMatch(/Ben 搶先一步喊了 UNO。$/);
    expect(late(1, "play r7")).toMatch(/Ben 搶先一步：「出紅色 7」。$/);
    expect(late(0, "draw")).toBe("你已經先做了「抽牌」。");
  });

  it("is the server's own sentence if the catalogue has none", () => {
    const state = sampleState();
    expect(refusalWords(refused({ reason: "unheard_of", text: "So it is." }), state, namesOf(state))).toBe("So it is.");
  });
});

describe("the window's title", () => {
  it("says when it is the reader's turn, and when the round is over", () => {
    expect(windowTitle(sampleState(), "Classic")).toBe("● Your move · Classic · Huefall");
    expect(windowTitle(sampleState({ view: sampleView({ turn: 1 }) }), "Classic")).toBe("Classic · Huefall");
    expect(windowTitle(sampleState({ view: sampleView({ over: true }) }), "Classic")).toMatch(/^The round is over/);
  });
});

describe("the end", () => {
  it("names the winner of the round, of the match, or nobody", () => {
    const end = (change: object): string => {
      const state = sampleState({ view: sampleView({ over: true, ...change }) });
      return endWords(state, namesOf(state));
    };
    expect(end({ winner: 1 })).toBe("Ben won the round!");
    expect(end({ winner: 0, match_winners: [0, 1] })).toBe("You, Ben won the match!");
    expect(end({ winner: null })).toBe("The round is over without a winner");
  });
});

describe("the way to the replay", () => {
  const match = { match: 1, rounds: 3 } as Parameters<typeof replayAddress>[1];
  const steps = [
    { number: 10, did: null, events: [{ event: "deal", rule: "SETUP-03", seat: 0, amount: 7 }], view: null },
    { number: 12, did: { seat: 0, move: "draw" }, events: [], view: null },
  ];
  const over = sampleState({
    table: sampleTable({ status: "over", match: 1 }),
    view: sampleView({ over: true }),
    steps,
  });

  it("counts from the deal", () => {
    expect(replayAddress(over, match, 12)).toBe("/t/abcdef/match/1?round=3&step=1");
  });

  it("is missing while the match runs, and if the deal is unknown", () => {
    expect(replayAddress(sampleState({ steps }), match, 12)).toBeNull();
    expect(replayAddress(over, null, 12)).toBeNull();
    expect(replayAddress({ ...over, steps: steps.slice(1) }, match, 12)).toBeNull();
  });
});
