import { beforeAll, describe, expect, it } from "vitest";
import type { TableShown, You } from "$protocol";
import { EMPTY, type TableState } from "$/table/state";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { awayWords, isInMatch } from "./leaving";
import { bot, person, sampleTable } from "./sample";

beforeAll(() => words.take("en", readCatalogue("en")));

const YOU: You = { guest: "g", name: "Anna", seat: 0, host: true };
const at = (table: Partial<TableShown>, more: Partial<TableState> = {}): TableState => ({
  ...EMPTY,
  table: sampleTable({ status: "playing", ...table }),
  you: YOU,
  here: [true, true, false],
  ...more,
});

describe("leaving asks", () => {
  it.each(["starting", "playing", "round_over"] as const)("a player while the match is %s", (status) => {
    expect(isInMatch(at({ status }))).toBe(true);
  });

  it.each(["open", "over", "closed"] as const)("nobody while the table is %s", (status) => {
    expect(isInMatch(at({ status }))).toBe(false);
  });

  it("neither spectators, nor those who gave their seat up, nor in a lesson, nor before the table is known", () => {
    expect(isInMatch(at({}, { you: { ...YOU, seat: null } }))).toBe(false);
    expect(isInMatch(at({ seats: [person("Anna", { left: true }), person("Ben"), bot()] }))).toBe(false);
    expect(isInMatch(at({ lesson: { name: "basics", steps: [] } as unknown as TableShown["lesson"] }))).toBe(false);
    expect(isInMatch({ ...EMPTY, you: YOU })).toBe(false);
  });
});

describe("what happens meanwhile", () => {
  const setup = sampleTable().setup;

  it("alone with bots the game waits, whatever the clock says", () => {
    const alone = at({ seats: [person("Anna"), bot(), bot()] }, { here: [true, false, false] });
    expect(awayWords(alone).join(" ")).toContain("the game waits");
  });

  it("with a clock a bot plays, and others may take the seat over", () => {
    const said = awayWords(at({ setup: { ...setup, move_seconds: 45, late_joining: "open" } })).join(" ");
    expect(said).toContain("a bot plays for you");
    expect(said).toContain("somebody else may take it over");
  });

  it("without a clock the others wait, and the host may be asked for the seat", () => {
    const said = awayWords(at({ setup: { ...setup, move_seconds: 0, late_joining: "ask" } })).join(" ");
    expect(said).toContain("the others wait");
    expect(said).toContain("the host");
  });

  it("says nothing of others where nobody may join late", () => {
    const said = awayWords(at({ setup: { ...setup, late_joining: "off" } }));
    expect(said).toHaveLength(2);
  });
});
