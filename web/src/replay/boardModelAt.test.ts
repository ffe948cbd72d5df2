import { beforeAll, describe, expect, test } from "vitest";
import { newSteps } from "$/board/newSteps";
import { namer } from "$/table/boardModel";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { sampleReplay } from "./sample";
import { playersAt, sentenceOf, shift, boardModelAt, START, stepsOf } from "./boardModelAt";

const replay = sampleReplay();
const steps = stepsOf(replay);

beforeAll(() => words.take("en", readCatalogue("en")));

describe("the board model of a replay", () => {
  test("is the view of the step, without a clock", () => {
    const model = boardModelAt(replay, { index: 2, count: 0, taken: null });
    expect(model?.view.moves).toBe(2);
    expect(model).toMatchObject({ me: null, theme: "classic", clock: null, steps: [{ number: 0, events: [] }] });
    expect(boardModelAt(replay, { index: 9, count: 0, taken: null })).toBeNull();
  });

  test("has the card that lay on the top card", () => {
    const frames = replay.frames.map((frame, index) => (index === 0 ? { ...frame, laid: "b4" } : frame));
    const laid = { ...replay, frames };
    expect(boardModelAt(laid, START)?.laid).toBe("b4");
    expect(boardModelAt(laid, { index: 1, count: 0, taken: null })?.laid).toBeNull();
  });

  test("belongs to the seat whose view is chosen", () => {
    expect(boardModelAt(sampleReplay(1), START)?.me).toBe(1);
  });

  test("calls bots and players without a name by their seat", () => {
    const players = playersAt({ ...replay.match, players: ["Anna", "", "bot (easy)"] });
    expect(players.map(({ name }) => name)).toEqual(["Anna", "Seat 1", "Bot 2"]);
    expect(players.map(({ kind, level }) => [kind, level]).at(-1)).toEqual(["bot", "easy"]);
  });

  test("names players as the text report does: those of the terminal, bots with a limit, equal names", () => {
    const players = playersAt({ ...replay.match, players: ["you", "bot (expert:200ms)", "Bo", "Bo"] });
    expect(players.map(({ name }) => name)).toEqual(["You", "Bot 1", "Bo (Seat 2)", "Bo (Seat 3)"]);
    expect(players[1]?.level).toBe("expert");
  });
});

describe("going to a step", () => {
  test("the next one is animated", () => {
    const at = shift(START, 1, steps);
    expect(at.taken).toMatchObject({ number: 1, did: { seat: 0, move: "play r4" } });
    expect(newSteps(boardModelAt(replay, at)?.steps ?? [], 0)).toHaveLength(1);
  });

  test.each([
    ["back", 2, 1],
    ["ahead", 0, 3],
    ["nowhere", 1, 1],
  ])("a jump %s moves nothing", (_way, from, to) => {
    const at = shift({ index: from, count: 5, taken: null }, to, steps);
    expect(at).toEqual({ index: to, count: 5, taken: null });
    expect(newSteps(boardModelAt(replay, at)?.steps ?? [], 5)).toEqual([]);
  });

  test("numbers rise also after a jump back, so that a board recognises new steps", () => {
    const there = [1, 2, 3].reduce((at, index) => shift(at, index, steps), START);
    const again = shift(shift(there, 0, steps), 1, steps);
    expect(again.taken?.number).toBeGreaterThan(there.taken?.number ?? 0);
  });
});

test("a step is told in one line: draws joined, turns left out", () => {
  const nameOf = namer(playersAt(replay.match), null);
  expect(sentenceOf(steps[2] as (typeof steps)[number], nameOf)).toBe(
    "Anna accepted; Anna drew blue 2, blue 2 (2 cards)",
  );
  expect(sentenceOf({ number: 0, did: null, events: [], view: null }, nameOf)).toBe("As the table stood");
});
