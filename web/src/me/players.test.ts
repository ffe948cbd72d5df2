import { beforeAll, expect, it } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { othersWords } from "./players";
import { bot, person } from "./sample";

beforeAll(() => words.take("en", readCatalogue("en")));

it("names people and counts bots by level", () => {
  const players = [bot("easy"), person("Anna"), person("Ben"), bot("hard"), bot("easy")];
  expect(othersWords(players, 1)).toBe("Ben, 2 bots (Easy), 1 bot (Hard)");
});

it("leaves out free seats, and says nothing of nobody", () => {
  expect(othersWords([person("Anna"), { name: "", kind: "empty", level: null }], 0)).toBe("");
});

it("names nobody who has deleted their name", () => {
  expect(othersWords([person("Anna"), person("(deleted)")], 0)).toBe("a deleted player");
});
