import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { EventShown } from "$protocol";
import { faceOf, withoutFootprint } from "$/notation/card";
import { readCatalogue } from "$/test/catalogues";
import { cardName, explain, learnTitles, moveName, tell } from "./game";
import { counted, preferredLanguage, text, words } from "./language.svelte";

const nameOf = (seat: number): string => ["Anna", "Ben"][seat] ?? "?";
const speak = (language: "en" | "zh-Hant"): void => words.take(language, readCatalogue(language));

beforeAll(() => speak("en"));

it("names cards as the catalogue does", () => {
  expect(["r7", "gS*", "W+4", "rT"].map(cardName)).toEqual([
    "red 7",
    "green Skip with footprint",
    "Wild Draw Four",
    "red T",
  ]);
});

it("names the cards of a custom edition as its file does", () => {
  learnTitles([{ card: "rT*", title: { en: "Thunder" } }]);
  expect(cardName("rT")).toBe("red Thunder");
  expect(cardName("rT*")).toBe("red Thunder with footprint");
  learnTitles([]);
});

it("puts sentences into words", () => {
  expect(moveName("play WG b4 r", nameOf)).toBe("Play Wild Infinity Gauntlet, lay blue 4, name red");
  expect(moveName("play g7 r7", nameOf)).toBe("Play green 7, red 7");
  expect(moveName("color g", nameOf)).toBe("Name green");
  expect(moveName("play r7 >1 uno", nameOf)).toBe("Play red 7, swap with Ben, UNO!");
  expect(moveName("catch 1", nameOf)).toBe("Catch Ben");
});

it("describes events with their most specific text", () => {
  expect(tell({ event: "draw", rule: "PLAY-03", seat: 0 }, nameOf)).toBe("Anna drew a card");
  expect(tell({ event: "challenge", rule: "CHAL-02", seat: 0, other: 1, amount: 1 }, nameOf)).toContain("bluff");
  expect(tell({ event: "points", rule: "SCORE-01", seat: 1, amount: 1 }, nameOf)).toBe("Ben got 1 point");
});

it("explains refusals in the reader's language, and in the server's words where it has none", () => {
  expect(explain({ reason: "not_held" }, { card: cardName("r7") })).toContain("red 7");
  expect(explain({ reason: "brand_new", text: "so it is" })).toBe("so it is");
});

it("switches to Chinese when the catalogue has arrived", () => {
  speak("zh-Hant");
  expect(cardName("r7")).toBe("紅色 7");
  expect(counted("page.cards", 1)).not.toContain("{");
  expect(moveName("play W y", nameOf)).toBe("出萬用牌，指定黃色");
  expect(moveName("play WG b4 r", nameOf)).toBe("出萬用無限手套牌，放上藍色 4，指定紅色");
  speak("en");
});

it("sets off Latin names and digits in Chinese, and no Chinese names", () => {
  speak("zh-Hant");
  const swap = (player: string): string => text("table.swap", { player });
  expect([swap("Bo"), swap("小美"), swap("電腦 1")]).toEqual(["和 Bo 交換", "和小美交換", "和電腦 1 交換"]);
  expect(text("advice.keeps_for_later", { card: cardName("y0") })).toMatch(/^黃色 0 留到/);
  speak("en");
});

it("begins in the language the browser asks for first", () => {
  expect(preferredLanguage(["de", "zh-TW", "en"])).toBe("zh-Hant");
  expect(preferredLanguage(["fr"])).toBe("en");
});

interface Sample {
  event: EventShown;
  /** An edition's own names of cards, by face. */
  titles?: Record<string, Record<string, string>>;
  en: string;
  "zh-Hant": string;
}
/** The samples that tests/texts/test_sentences.py runs. */
const SAMPLES = JSON.parse(readFileSync("../tests/texts/sentences.json", "utf8")) as Sample[];

it("writes You with a capital only at the start of a sentence", () => {
  words.take("en", readCatalogue("en"));
  const name = (seat: number): string => (seat === 0 ? "You" : "Bo");
  const challenge = { event: "challenge", rule: "CHAL-02", amount: 1 };
  expect(tell({ ...challenge, seat: 1, other: 0 }, name)).toBe("Bo challenged you and won: it was a bluff");
  expect(tell({ ...challenge, seat: 0, other: 1 }, name)).toBe("You challenged Bo and won: it was a bluff");
  expect(tell({ event: "ask", rule: "WD4-01", question: "wild4", seat: 0, amount: 4 }, name)).toBe(
    "Wild draw penalty against you: 4 cards at stake",
  );
  expect(moveName("catch 0", name)).toBe("Catch you");
});

describe("events are told as the Python package tells them", () => {
  afterEach(() => {
    learnTitles([]);
    speak("en");
  });

  it.each(SAMPLES)("$en", ({ event, titles, ...sentences }) => {
    const face = withoutFootprint(faceOf(event.card ?? ""));
    learnTitles(event.card && titles?.[face] ? [{ card: event.card, title: titles[face] }] : []);
    for (const language of ["en", "zh-Hant"] as const) {
      speak(language);
      expect(tell(event, (seat) => ["Ada", "Bo", "Cai"][seat] ?? "?")).toBe(sentences[language]);
    }
  });
});
