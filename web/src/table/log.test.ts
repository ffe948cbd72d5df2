import { beforeAll, expect, it } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { Logbook, logLines } from "./log";
import type { Step } from "./state";

beforeAll(() => words.take("en", readCatalogue("en")));

const nameOf = (seat: number): string => `S${seat}`;
const draw = { event: "draw", rule: "D2-01", seat: 1 };

it("writes a penalty as one line, with its number and its rule", () => {
  const steps: Step[] = [{ number: 4, did: { seat: 1, move: "accept" }, events: [draw, draw], view: null }];
  expect(logLines(steps, nameOf)).toEqual([{ step: 4, words: "S1 drew a card", times: 2, rule: "D2-01" }]);
});

it("writes several cards that are seen in one line, and those by another rule in the next", () => {
  const seen = (card: string, rule = "CHAL-03") => ({ event: "draw", rule, seat: 1, card });
  const events = [seen("r5"), seen("b7"), seen("W"), seen("g1", "UNO-02")];
  const lines = logLines([{ number: 4, did: null, events, view: null }], nameOf);
  expect(lines.map(({ words: said, rule, times }) => [said, rule, times])).toEqual([
    ["S1 drew red 5, blue 7, Wild (3 cards)", "CHAL-03", 1],
    ["S1 drew green 1", "UNO-02", 1],
  ]);
});

it("says in Chinese whose time was up, and what was drawn", () => {
  words.take("zh-Hant", readCatalogue("zh-Hant"));
  const events = ["r5", "b7"].map((card) => ({ event: "draw", rule: "CHAL-03", seat: 0, card }));
  const steps: Step[] = [{ number: 1, did: { seat: 0, move: "accept", by: "clock" }, events, view: null }];
  expect(logLines(steps, () => "你").map(({ words: said }) => said)).toEqual([
    "你的時間到了",
    "你抽到紅色 5、藍色 7（共 2 張）",
  ]);
  words.take("en", readCatalogue("en"));
});

it("keeps equal lines of different steps apart, leaves turns out, and says when time was up", () => {
  const turn = { event: "turn", rule: "PLAY-01", seat: 0 };
  const steps: Step[] = [
    { number: 4, did: { seat: 1, move: "draw", by: "clock" }, events: [draw, turn], view: null },
    { number: 5, did: { seat: 1, move: "draw" }, events: [draw], view: null },
  ];
  const lines = logLines(steps, nameOf);
  expect(lines.map((line) => line.step)).toEqual([4, 4, 5]);
  expect(lines[0]?.words).toContain("S1");
});

it("writes each step of a growing round once, until the language changes", () => {
  const steps: Step[] = [4, 5, 6].map((number) => ({ number, did: null, events: [draw], view: null }));
  const book = new Logbook();
  const first = book.tell(steps.slice(0, 2), nameOf, "en");
  const second = book.tell(steps, () => "somebody else", "en");
  expect(second).toHaveLength(3);
  expect(second[1]).toBe(first[1]);
  expect(book.tell(steps, (seat) => `T${seat}`, "others")[1]?.words).toContain("T1");
});
