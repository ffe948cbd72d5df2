import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { played } from "$/cards/deck.svelte";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import RulingLinks from "./RulingLinks.svelte";
import RulingList from "./RulingList.svelte";
import { rulings, rulingsOn, type Ruling } from "./rulings.svelte";
import { BTS, CATALOGUE, CLASSIC } from "./sample";

const ruling = (name: string, part: Partial<Ruling>): Ruling => ({
  name,
  rules: ["PLAY-01"],
  quotations: [{ sheets: ["classic"], text: "顏色須相同", translation: "the colour must match" }],
  options: [],
  title: `What about ${name}?`,
  ruling: `Ruling on ${name}.`,
  why: "Because.",
  other: "None.",
  ...part,
});
const ALL = [
  ruling("shields", { rules: ["SHIELD-01"], options: ["stacking=off", "dance_judge=vote"] }),
  ruling("dance-last", { rules: ["BTS-02", "END-02"] }),
  ruling("last", { rules: ["END-02"] }),
];

beforeEach(() => {
  words.take("en", readCatalogue("en"));
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(ALL))));
});
afterEach(() => {
  played.forget();
  vi.unstubAllGlobals();
});

async function settle(): Promise<void> {
  await rulings.fetch();
  await tick();
}

test("rulings are requested again after a failure, and only once after success", async () => {
  const ask = vi.fn(() => Promise.resolve(new Response("", { status: 503 })));
  vi.stubGlobal("fetch", ask);
  words.take("zh-Hant", readCatalogue("zh-Hant"));
  await rulings.fetch();
  expect(rulings.all).toEqual([]);
  ask.mockResolvedValue(new Response(JSON.stringify(ALL)));
  await rulings.fetch();
  await rulings.fetch();
  expect(ask.mock.calls).toEqual(Array(2).fill(["/static/texts/rulings/zh-Hant.json"]));
  expect(rulings.all).toHaveLength(3);
});

test("rulings are found by their rules, and left out where a deck has no such cards", async () => {
  await rulings.fetch();
  const names = (families: ReadonlySet<string> | null): string[] =>
    rulingsOn(["END-02"], families).map(({ name }) => name);
  expect(names(null)).toEqual(["dance-last", "last"]);
  expect(names(new Set(["BTS", "PLAY"]))).toEqual(["dance-last", "last"]);
  expect(names(new Set(["PLAY"]))).toEqual(["last"]);
});

test("at a table the links open the rule book of its deck in another tab", async () => {
  played.learn(BTS);
  render(RulingLinks, { rules: ["BTS-02"] });
  await settle();
  const link = screen.getByRole("link", { name: "What about dance-last?" });
  expect(link.getAttribute("href")).toBe("/rules/bts#ruling-dance-last");
  expect(link.getAttribute("target")).toBe("_blank");
});

test("nothing is shown for rules without a ruling", async () => {
  render(RulingLinks, { rules: ["SETUP-01"] });
  await settle();
  expect(document.body.textContent.trim()).toBe("");
});

test("the list has what concerns the deck, and what the address asks for", async () => {
  const { rerender } = render(RulingList, { edition: CLASSIC, catalogue: CATALOGUE, marked: "ruling-shields" });
  await settle();
  const found = [...document.querySelectorAll("details")];
  expect(found.map(({ id, open }) => [id, open])).toEqual([
    ["ruling-shields", true],
    ["ruling-last", false],
  ]);
  expect(document.querySelector("blockquote")?.lang).toBe("zh-Hant");
  expect(found[0]?.textContent).toContain("Ruling on shields.");
  expect([...document.querySelectorAll(".options > *")].map((each) => [each.tagName, each.textContent])).toEqual([
    ["A", "Stacking: Off"],
    ["SPAN", "Dance judge: Vote"],
  ]);
  await rerender({ edition: CLASSIC, catalogue: CATALOGUE, marked: "ruling-dance-last" });
  expect(document.getElementById("ruling-dance-last")?.hasAttribute("open")).toBe(true);
});
