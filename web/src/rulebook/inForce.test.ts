import { beforeAll, expect, test } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { facesOf, kindName, kindOf, representativeCards } from "./deck";
import { isInForce, needsOf, rulesOfCard, rulesOfOption } from "./inForce";
import { BTS, CATALOGUE, CLASSIC, THUNDER } from "./sample";
import { sectionsOf } from "./sections";

beforeAll(() => words.take("en", readCatalogue("en")));

test("a card is explained by the rules in force, and by no other", () => {
  expect(rulesOfCard("r+2", CLASSIC, {}, CATALOGUE)).toEqual(["D2-01", "PLAY-01", "SAME-01"]);
  expect(rulesOfCard("r+2", CLASSIC, { stacking: "same", cut: true }, CATALOGUE)).toEqual([
    "D2-01",
    "STACK-02",
    "STACK-04",
    "PLAY-01",
    "CUT-01",
    "SAME-01",
  ]);
  expect(rulesOfCard("W+4_b", CLASSIC, { challenge: false }, CATALOGUE)).not.toContain("CHAL-01");
  expect(rulesOfCard("x9", CLASSIC, {}, CATALOGUE)).toEqual([]);
});

test("a footprint or a named colour does not hide a card", () => {
  expect(kindOf(CLASSIC, "r7*")?.card).toBe("r7");
  expect(kindOf(CLASSIC, "W+4_g")?.card).toBe("W+4");
});

test("an option is explained by what holds with its value", () => {
  expect(rulesOfOption("stacking", { stacking: "draw2" }, CATALOGUE)).toEqual(["STACK-01", "STACK-04"]);
  // Off: nothing of it holds, but it can be read what it would be.
  expect(rulesOfOption("stacking", {}, CATALOGUE)).toEqual(["STACK-01", "STACK-02", "STACK-04"]);
  expect(rulesOfOption("hand_size", { hand_size: 5 }, CATALOGUE)).toEqual(["SETUP-01"]);
});

test("a house rule says which option it needs; an official rule needs none", () => {
  expect(needsOf("STACK-02", CATALOGUE)).toEqual([{ option: "stacking", values: ["same"] }]);
  expect(needsOf("CHAL-01", CATALOGUE)).toEqual([]);
  expect(isInForce("PLAY-01", {}, CATALOGUE)).toBe(true);
});

test("the book of an edition has the rules of its own cards, and not those of another's", () => {
  const rules = (edition: typeof BTS): string[] => sectionsOf(edition, CATALOGUE).flatMap((section) => section.rules);
  expect(rules(BTS)).toEqual(expect.arrayContaining(["BTS-01", "DECK-03", "UNO-01", "STACK-01"]));
  expect(rules(BTS)).not.toContain("JUR-01");
  expect(rules(CLASSIC)).not.toContain("BTS-01");
  expect(new Set(rules(BTS)).size).toBe(rules(BTS).length);
});

test("every rule is in some edition's book", () => {
  const all = { ...BTS, options: [...BTS.options, "footprints"] };
  const cited = ["BUZZ-01", "JUR-01", "AVG-01"].map((rule) => ({ card: "W", copies: 1, points: 1, rules: [rule] }));
  const found = sectionsOf({ ...all, kinds: [...all.kinds, ...cited] }, CATALOGUE).flatMap(({ rules }) => rules);
  const written = Object.keys(readCatalogue("en"))
    .map((key) => /^rule\.(.+)\.title$/.exec(key)?.[1])
    .filter((rule) => rule !== undefined);
  expect(found.sort()).toEqual(written.sort());
});

test("a deck is listed by face, with the titles of its own cards", () => {
  expect(facesOf(CLASSIC).map(({ face, kinds }) => [face, kinds.length])).toEqual([
    ["7", 2],
    ["+2", 1],
    ["W+4", 1],
  ]);
  const own = kindOf(THUNDER, "rSA");
  expect(own && kindName(own)).toBe("red Skip Everyone");
  expect(representativeCards(THUNDER, 2)[0]).toBe("rSA");
});
