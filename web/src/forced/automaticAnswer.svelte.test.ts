// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { modelOf, viewOf } from "$/board/sample";
import type { BoardModel } from "$/table/boardModel";
import type { Step } from "$/table/state";
import { MAX_DELAY_MS } from "./answerDelay";
import { answerTimes } from "./answerTimes";
import { AutomaticAnswer, MAX_UNATTENDED } from "./automaticAnswer.svelte";

const penalty = { kind: "draw2" as const, seat: 0, draw: 2, from: 3, count: 1, dancer: null, votes: null };
const stepOf = (number: number, move = "play r+2"): Step => ({
  number,
  did: { seat: 3, move, foul: false },
  events: [],
  view: null,
});
/** A penalty that cannot be answered, put with a step. */
const forced = (number: number, rest: Partial<BoardModel> = {}): BoardModel =>
  modelOf(viewOf({ pending: penalty, legal: ["accept"] }), { steps: [stepOf(number)], ...rest });
/** A penalty that can be answered with a card. */
const free = (number: number): BoardModel =>
  modelOf(viewOf({ pending: penalty, legal: ["accept", "play r+2"] }), { steps: [stepOf(number)] });
/** Another player's turn. */
const others = (number: number): BoardModel => modelOf(viewOf({ turn: 2, legal: [] }), { steps: [stepOf(number)] });

let end: () => void = () => undefined;

/** A board whose properties can be changed, and the sentences said for its player. */
function watch(first: BoardModel, start: { isOn?: boolean } = {}) {
  const properties = $state({ isOn: start.isOn ?? true, isWaiting: false });
  let model = $state.raw(first);
  const said: string[] = [];
  let automatic: AutomaticAnswer | undefined;
  end = $effect.root(() => {
    automatic = new AutomaticAnswer(
      {
        model: () => model,
        isOn: () => properties.isOn,
        isWaiting: () => properties.isWaiting,
        answer: (sentence) => {
          said.push(sentence);
          properties.isWaiting = true;
        },
      },
      () => 0.5,
    );
  });
  flushSync();
  return {
    said,
    properties,
    show: (next: BoardModel): void => {
      model = next;
      properties.isWaiting = false;
      flushSync();
    },
    get soon() {
      flushSync();
      return automatic?.soon;
    },
    note: (sentence: string) => automatic?.noteAnswer(sentence),
  };
}
function pass(ms = MAX_DELAY_MS): void {
  flushSync();
  vi.advanceTimersByTime(ms);
  flushSync();
}
function hide(isHidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("gives the only answer after a while, once, and says so before", () => {
  const table = watch(others(1));
  table.show(forced(2));
  expect(table.soon).toBe("accept");
  pass(300);
  expect(table.said).toEqual([]);
  pass();
  expect([table.said, table.soon]).toEqual([["accept"], null]);
  table.properties.isWaiting = false; // refused: the question is still there
  pass();
  expect(table.said).toEqual(["accept"]);
});

it("leaves questions with a choice, other players' turns and everything to those who switch it off", () => {
  const table = watch(others(1));
  table.show(free(2));
  pass();
  table.show(others(3));
  pass();
  table.properties.isOn = false;
  table.show(forced(4));
  expect(table.soon).toBeNull();
  pass();
  expect(table.said).toEqual([]);
});

it("goes on waiting while others call and catch, and stops when the question is gone", () => {
  const table = watch(others(1));
  table.show(forced(2));
  pass(1_000);
  table.show({ ...forced(2), steps: [stepOf(2), stepOf(3, "catch 2")] });
  pass(500);
  expect(table.said).toEqual(["accept"]); // the same question: the time has not begun again
  table.show(forced(4));
  pass(1_000);
  table.show(others(5)); // answered by hand, or by the clock
  pass();
  expect(table.said).toEqual(["accept"]);
});

it("comes before the time is up", () => {
  const table = watch(others(1));
  const until = performance.now() + 2_400;
  table.show(forced(2, { clock: { seat: 0, left: 2_400, limit: 45_000, until } }));
  pass(1_000);
  expect(table.said).toEqual(["accept"]);
});

it("waits for a player who does not look, as any question does, and then takes time again", () => {
  const table = watch(others(1));
  hide(true);
  table.show(forced(2));
  expect(table.soon).toBeNull();
  pass();
  expect(table.said).toEqual([]);
  hide(false);
  expect(table.soon).toBe("accept");
  pass(300);
  expect(table.said).toEqual([]);
  pass();
  expect(table.said).toEqual(["accept"]);
});

it("stops answering for a player who has touched nothing for some answers, until there is a sign of life", () => {
  const table = watch(others(1));
  for (let turn = 1; turn <= MAX_UNATTENDED + 1; turn++) {
    table.show(forced(2 * turn));
    pass();
    table.show(others(2 * turn + 1));
  }
  expect(table.said).toHaveLength(MAX_UNATTENDED);
  table.show(forced(100));
  pass();
  expect(table.said).toHaveLength(MAX_UNATTENDED);
  window.dispatchEvent(new Event("pointerdown"));
  pass();
  expect(table.said).toHaveLength(MAX_UNATTENDED + 1);
});

it("learns from questions with a choice how long this player takes, by kind", () => {
  const table = watch(others(1));
  table.show(free(2));
  pass(1_700);
  table.note("uno"); // no answer
  pass(100);
  table.note("accept");
  table.show(others(3));
  table.show(forced(4));
  pass(900);
  table.note("accept"); // no choice: this is no time to learn from
  expect(answerTimes("draw2")).toEqual([1_800]);
});

it("learns nothing from a question that was there before the page, or while the page was hidden", () => {
  const table = watch(free(2));
  pass(1_000);
  table.note("accept");
  table.show(free(4));
  hide(true);
  hide(false);
  table.note("accept");
  expect(answerTimes("draw2")).toEqual([]);
});
