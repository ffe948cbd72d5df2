// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { expectedGames, noteGame, noteGames } from "./running";
import { forgetAll, remember } from "./storage";

beforeEach(() => localStorage.clear());

it("counts the tables with a seat, each once", () => {
  noteGame("aaaa", true);
  noteGame("aaaa", true);
  noteGame("bbbb", true);
  expect(expectedGames()).toBe(2);
  noteGame("aaaa", false);
  noteGame("cccc", false);
  expect(expectedGames()).toBe(1);
});

it("takes the server's word", () => {
  noteGame("aaaa", true);
  noteGames([]);
  expect(expectedGames()).toBe(0);
});

it("is forgotten with everything else; only the language stays", () => {
  noteGame("aaaa", true);
  remember("guest", { name: "Anna", token: "secret" });
  remember("language", "zh-Hant");
  localStorage.setItem("another", "site");
  forgetAll();
  expect({ ...localStorage }).toEqual({ "huefall.language": '"zh-Hant"', another: "site" });
});
