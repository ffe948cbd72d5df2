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

  it("has the view, its seat, and the emotes of the players", () => {
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

  it("keeps the theme of the last match when another edition is chosen for the next", () => {
    const table = sampleTable({ status: "over", match: 1 });
    const next = { ...table, setup: { ...table.setup, edition: "bts", theme: "bts" } };
    expect(boardModelOf(sampleState({ table: next }), new Map())?.theme).toBe("classic");
  });

  it("keeps the players of the match while its result is shown", () => {
    const table = sampleTable({ status: "over", match: 1, seats: [person("Anna"), person("Carl")], host: 0 });
    const state = sampleState({ table, seats: [person("Anna"), person("Ben"), bot()], here: [true, true] });
    expect(namesOf(state)(1)).toBe("Ben");
    expect(boardModelOf(state, new Map())?.players.some(({ isAway }) => isAway)).toBe(false);
  });

  it("calls the own seat You", () => {
    expect(namesOf(sampleState())(0)).toBe("You");
    expect(namesOf(sampleState({ view: sampleView({ seat: null }) }))(0)).toBe("Anna");
  });
});

describe("whose turn it is", () => {
  it("is the reader's when their seat is asked, not for spectators or after the round", () => {
    expect(isMyTurn(sampleState())).toBe(true);
    expect(isMyTurn(sampleState({ view: sampleView({ turn: 1 }) }))).toBe(false);
    expect(isMyTurn(sampleState({ view: sampleView({ seat: null }) }))).toBe(false);
    expect(isMyTurn(sampleState({ view: sampleView({ over: true }) }))).toBe(false);
  });

  it("can be hurried only by a person alone with bots, while a bot is asked", () => {
    const alone = sampleTable({ status: "playing", seats: [person("Anna"), bot(), bot()] });
    const view = sampleView({ turn: 1 });
    expect(canHurry(sampleState({ table: alone, view }))).toBe(true);
    expect(canHurry(sampleState({ table: alone }))).toBe(false);
    expect(canHurry(sampleState({ view }))).toBe(false);
    expect(isAlone(sampleState({ here: [true, false, false] }))).toBe(true);
    expect(isAlone(sampleState({ you: { guest: null, name: null, seat: null, host: false } }))).toBe(false);
  });
});
