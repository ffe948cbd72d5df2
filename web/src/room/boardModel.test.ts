import { beforeAll, describe, expect, it } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { bot, person, sampleState, sampleTable, sampleView } from "./sample";
import { canHurry, isAlone, isMyTurn, namesOf, boardModelOf } from "./boardModel";

beforeAll(() => words.take("en", readCatalogue("en")));

describe("what the board is given", () => {
  it("is nothing before the first deal", () => {
    expect(boardModelOf(sampleState({ view: null }), new Map())).toBeNull();
  });

  it("has the view, whose eyes these are, and who says what", () => {
    const model = boardModelOf(sampleState({ laid: "b4" }), new Map([[1, "wow"]]));
    expect(model?.me).toBe(0);
    expect(model?.laid).toBe("b4");
    expect(model?.theme).toBe("classic");
    expect(model?.players.map(({ name, emote }) => [name, emote])).toEqual([
      ["Anna", null],
      ["Ben", "wow"],
      ["Bot 2", null],
    ]);
  });

  it("keeps the look of the last match when other rules have been chosen for the next", () => {
    const table = sampleTable({ status: "over", match: 1 });
    const next = { ...table, setup: { ...table.setup, edition: "bts", theme: "bts" } };
    expect(boardModelOf(sampleState({ table: next }), new Map())?.theme).toBe("classic");
  });

  it("keeps those who played while their result is looked at", () => {
    const table = sampleTable({ status: "over", match: 1, seats: [person("Anna"), person("Carl")], host: 0 });
    const state = sampleState({ table, seats: [person("Anna"), person("Ben"), bot()], here: [true, true] });
    expect(namesOf(state)(1)).toBe("Ben");
    expect(boardModelOf(state, new Map())?.players.some(({ isAway }) => isAway)).toBe(false);
  });

  it("calls the one who looks You", () => {
    expect(namesOf(sampleState())(0)).toBe("You");
    expect(namesOf(sampleState({ view: sampleView({ seat: null }) }))(0)).toBe("Anna");
  });
});

describe("whose turn it is", () => {
  it("is mine when I am asked, not when I watch or the round is over", () => {
    expect(isMyTurn(sampleState())).toBe(true);
    expect(isMyTurn(sampleState({ view: sampleView({ turn: 1 }) }))).toBe(false);
    expect(isMyTurn(sampleState({ view: sampleView({ seat: null }) }))).toBe(false);
    expect(isMyTurn(sampleState({ view: sampleView({ over: true }) }))).toBe(false);
  });

  it("is skipped to only by those who are alone with bots, while one of those is asked", () => {
    const alone = sampleTable({ status: "playing", seats: [person("Anna"), bot(), bot()] });
    const view = sampleView({ turn: 1 });
    expect(canHurry(sampleState({ table: alone, view }))).toBe(true);
    expect(canHurry(sampleState({ table: alone }))).toBe(false);
    expect(canHurry(sampleState({ view }))).toBe(false);
    expect(isAlone(sampleState({ here: [true, false, false] }))).toBe(true);
    expect(isAlone(sampleState({ you: { guest: null, name: null, seat: null, host: false } }))).toBe(false);
  });
});
