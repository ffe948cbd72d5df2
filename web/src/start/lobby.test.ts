import { beforeEach, expect, test } from "vitest";
import type { LobbyTable } from "$protocol";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { parseTableLink } from "./tableLink";
import { lobbyLine } from "./lobby";

const TABLE: LobbyTable = {
  code: "k7m2xw9p",
  status: "open",
  edition: "classic",
  own_edition: false,
  preset: "party",
  options: { cut: true },
  seats: 4,
  free: 1,
  persons: ["Anna", "Ben"],
  bots: 1,
  spectators: 0,
  joinable: 0,
};

beforeEach(() => words.take("en", readCatalogue("en")));

test("a table lists its rules, its state and its players", () => {
  expect(lobbyLine(TABLE)).toMatchObject({
    theme: "classic",
    title: "Classic",
    facts: ["Party", "not begun", "1 free seat of 4", "with Anna, Ben", "1 bot"],
    hasRoom: true,
  });
});

test("a full table can be watched; changed options are no longer the official rules", () => {
  const line = lobbyLine({ ...TABLE, preset: "official", free: 0, status: "starting", bots: 2, spectators: 3 });
  expect(line.hasRoom).toBe(false);
  expect(line.facts).toEqual(["own rules", "playing", "all 4 seats taken", "with Anna, Ben", "2 bots", "Watching: 3"]);
});

test("a custom edition is marked as one, whatever its name", () => {
  expect(lobbyLine({ ...TABLE, edition: "thunder", own_edition: true })).toMatchObject({
    theme: "classic",
    title: "thunder, the host’s own deck",
  });
});

test("every state of a table has words in both languages", () => {
  for (const language of ["en", "zh-Hant"] as const) {
    words.take(language, readCatalogue(language));
    for (const status of ["open", "starting", "playing", "round_over", "over", "closed"] as const)
      expect(lobbyLine({ ...TABLE, status }).facts.join()).not.toContain("page.");
  }
});

test("a code or a link leads to its table", () => {
  const here = "https://cards.example/";
  expect(parseTableLink(" K7M2-XW9P ", here)).toEqual({ code: "k7m2xw9p" });
  expect(parseTableLink("https://cards.example/t/k7m2xw9p?x=1", here)).toEqual({ code: "k7m2xw9p" });
  expect(parseTableLink("cards.example/t/k7m2xw9p", here)).toEqual({ code: "k7m2xw9p" });
  expect(parseTableLink("http://other.example/t/k7m2xw9p", here)).toEqual({
    elsewhere: "http://other.example/t/k7m2xw9p",
  });
  for (const wrong of ["", "abc", "https://cards.example/rules", "javascript:alert(1)//t/k7m2xw9p"])
    expect(parseTableLink(wrong, here)).toBe(null);
});
