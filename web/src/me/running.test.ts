import { beforeEach, expect, it } from "vitest";
import type { MyRunningGame } from "$protocol";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { runningLine } from "./running";
import { sampleRunning } from "./sample";

beforeEach(() => words.take("en", readCatalogue("en")));

it("says what is played with whom, and how far the match is", () => {
  expect(runningLine(sampleRunning())).toMatchObject({
    code: "k7m2xw9p",
    title: "Classic",
    others: "with Ben, 2 bots (Normal)",
    facts: ["Round 2", "147 of 500"],
    state: "The others play",
    isTurn: false,
  });
});

it("has no points in a single round, and nothing before the first deal", () => {
  expect(runningLine(sampleRunning({ target: 0 })).facts).toEqual(["Single round"]);
  expect(runningLine(sampleRunning({ round: 0, status: "open" })).facts).toEqual([]);
});

it.each<[Partial<MyRunningGame>, string, boolean]>([
  [{ turn: true }, "It is your turn", true],
  [{ turn: true, stood_in: true }, "It is your turn; a bot plays for you meanwhile", true],
  [{ stood_in: true }, "A bot plays for you meanwhile", false],
  [{ left: true, turn: true }, "You gave this seat up; a bot plays on until you take it back", false],
  [{ status: "open" }, "Not begun", false],
  [{ status: "starting" }, "The others play", false],
  [{ status: "round_over" }, "Between two rounds", false],
  [{ status: "over" }, "The match is over: play another one", false],
])("says of %o: %s", (change, state, isTurn) => {
  expect(runningLine(sampleRunning(change))).toMatchObject({ state, isTurn });
});

it("names an own edition by its title in the reader's language", () => {
  const game = sampleRunning({ edition: "thunder", title: { en: "Thunder", "zh-Hant": "雷霆" } });
  expect(runningLine(game).title).toBe("Thunder");
  words.take("zh-Hant", readCatalogue("zh-Hant"));
  expect(runningLine(game).title).toBe("雷霆");
});
