import { beforeEach, describe, expect, it } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { cardOf } from "./cardOf";
import { marksOf } from "./marks";
import { mistakeHighlights, turningPointHighlights } from "./highlights";
import { part, percent, points, range, signed, whole } from "./numbers";
import { nameOf, REVIEW } from "./sample";
import { betterWords, chancesWords, courseWords, moveWords, roundWords, turnWords } from "./words";

beforeEach(() => words.take("en", readCatalogue("en")));

const [first, second] = REVIEW.rounds;
if (!first || !second) throw new Error("the sample has two rounds");
const marks = marksOf(["r", "y", "g", "b"], 3);

describe("numbers", () => {
  it("have a sign if they are changes, and none if they are 0", () => {
    expect([signed(0.123), signed(-0.123), signed(0.0004)]).toEqual(["+12.3 pp", "−12.3 pp", "0.0 pp"]);
    expect([points(0.0194), points(null)]).toEqual(["1.9 pp", "–"]);
  });

  it("are chances for one round, and numbers of rounds for several", () => {
    expect([part(-0.5, 1), part(-0.5, 3), whole(2, 3), whole(0.25, 1)]).toEqual(["−50.0", "−0.50", "2", "25.0\u00a0%"]);
  });

  it("give an interval no more precisely than the trials, and none for what is certain", () => {
    expect([range(0.2, 0.314), range(0.996, 1), range(0, 0.004), range(0, 0.02)]).toEqual([
      "20–31\u00a0%",
      "> 99\u00a0%",
      "< 1\u00a0%",
      "0–2\u00a0%",
    ]);
    expect([range(1, 1), range(0, 0)]).toEqual(["", ""]);
  });

  it("have a margin unless they are certain", () => {
    expect([part(0.123, 1, 0.0412), part(-1.5, 3, 0.25)]).toEqual(["+12.3 ± 4.1", "−1.50 ± 0.25"]);
    expect(whole(0.25, 1, 0.02)).toMatch(/^25\.0 ± 2\.0\s%$/);
    expect([whole(1.25, 2, 0.02), whole(1, 2)]).toEqual(["1.25 ± 0.02", "1"]);
    expect(part(0.123, 1, 0.0412, "review.margin.said")).toBe("+12.3 plus or minus 4.1");
    words.take("zh-Hant", readCatalogue("zh-Hant"));
    expect(part(0.123, 1, 0.0412, "review.margin.said")).toBe("+12.3，正負 4.1");
  });

  it("that are missing become a dash", () => {
    expect(percent(null)).toBe("–");
  });
});

describe("a review in words", () => {
  it("tells what was done, and by whom", () => {
    expect(first.steps.slice(0, 2).map((step) => moveWords(step, nameOf))).toEqual(["The deal", "Bot 2: Play red 1"]);
  });

  it("tells how a round ended", () => {
    expect(roundWords(first, nameOf)).toBe("Round 1: won by Anna");
    expect(roundWords({ ...first, winner: null }, nameOf)).toBe("Round 1: void");
    expect(roundWords({ ...first, over: false }, nameOf)).toBe("Round 1: not over");
  });

  it("tells a better move with its reason, in both languages", () => {
    const [mistake] = second.mistakes;
    if (!mistake) throw new Error("the sample has a mistake");
    expect(betterWords(mistake, nameOf)).toBe("Better: Play blue Skip. It stops Anna with only 2 cards left.");
    words.take("zh-Hant", readCatalogue("zh-Hant"));
    expect(betterWords(mistake, nameOf)).toMatch(/。擋住只剩 2 張牌的 Anna。$/);
    words.take("en", readCatalogue("en"));
    expect(mistakeHighlights([mistake], marks, nameOf)).toMatchObject([
      { grade: "Blunder", changed: "−15.3 pp", cost: "cost 15.3 pp", cards: ["bR", "bS"] },
    ]);
    words.take("zh-Hant", readCatalogue("zh-Hant"));
    expect(mistakeHighlights([mistake], marks, nameOf)).toMatchObject([
      { changed: "−15.3 百分點", cost: "損失 15.3 百分點" },
    ]);
  });

  it("links a mistake to the step at which the better move can still be chosen", () => {
    const [mistake] = second.mistakes;
    if (!mistake) throw new Error("the sample has a mistake");
    expect(mistake.step).toBe(4);
    expect(mistakeHighlights([mistake], marks, nameOf)).toMatchObject([{ step: 3, place: "Before step 4" }]);
  });

  it.each([
    ["en", "Better: Play blue Skip, UNO! It stops Anna with only 2 cards left."],
    ["zh-Hant", "較好的一步：出藍色禁止牌，UNO！擋住只剩 2 張牌的 Anna。"],
  ] as const)("ends a move that ends with a call only once (%s)", (language, told) => {
    const [mistake] = second.mistakes;
    if (!mistake) throw new Error("the sample has a mistake");
    words.take(language, readCatalogue(language));
    expect(betterWords({ ...mistake, better: "play bS uno" }, nameOf)).toBe(told);
  });

  it.each([
    ["en", /It went well as the hidden cards lay, which Ben could not know\.$/],
    ["zh-Hant", /。以當時看不到的牌來說結果不錯，但 Ben 無從得知。$/],
  ] as const)("says why a move that went well was none (%s)", (language, told) => {
    const [mistake] = second.mistakes;
    if (!mistake) throw new Error("the sample has a mistake");
    words.take(language, readCatalogue(language));
    expect(betterWords({ ...mistake, seat: 1, went_well: true }, nameOf)).toMatch(told);
    expect(betterWords({ ...mistake, seat: 1, went_well: false }, nameOf)).not.toMatch(told);
  });

  it("numbers the turning points of a round, and names the round of those of a match", () => {
    expect(turningPointHighlights(first.turning_points, marks, nameOf, false)).toMatchObject([
      { number: 1, place: "Step 2", words: "Anna set Ben back", changed: "−30.8 pp" },
      { number: 2, words: "Bad cards for Bot 2" },
      { number: 3, words: "Good cards for Anna" },
    ]);
    expect(turningPointHighlights(REVIEW.turning_points, marks, nameOf, true)[0]).toMatchObject({
      number: null,
      place: "Round 1, step 12",
    });
  });

  it.each([
    ["en", 0.4, "Anna set Ben back (by play alone +40.0 pp)"],
    ["en", -0.29, "Anna set Ben back"],
    ["zh-Hant", 0.4, "Anna 讓 Ben 吃了虧（單看打法 +40.0 百分點）"],
  ] as const)("tells what the whole step changed, and the cause's part where that is another (%s, %d)", (...each) => {
    const [language, change, told] = each;
    const [turn] = first.turning_points;
    if (!turn) throw new Error("the sample has a turning point");
    words.take(language, readCatalogue(language));
    const [highlight] = turningPointHighlights([{ ...turn, change }], marks, nameOf, false);
    expect(highlight?.change).toBeCloseTo(-0.3077, 4);
    expect(highlight?.words).toBe(told);
  });

  it("attributes luck with drawn cards to the players who drew them", () => {
    const [turn] = first.turning_points;
    if (!turn) throw new Error("the sample has a turning point");
    const told = { ...turn, cause: "luck", code: "lucky_others", seat: 2, subject: 0, drew: [1, 2] } as const;
    expect(turnWords({ ...told, drew: [...told.drew] }, nameOf)).toBe("What Ben, Bot 2 drew was good for Anna");
  });

  it("says everybody's chance in one line", () => {
    const end = first.steps.at(-1);
    expect(end && chancesWords(end, nameOf)).toBe("Anna 100\u00a0%, Ben 0\u00a0%, Bot 2 0\u00a0%");
  });

  it("describes the graph: the end, who led the longest, the turning points", () => {
    const [deal] = first.steps;
    if (!deal) throw new Error("the sample has steps");
    const at = (...chances: number[]) => ({ ...deal, chances });
    const steps = [at(0.3, 0.5, 0.2), at(0.2, 0.6, 0.2), at(0.6, 0.2, 0.2)];
    expect(courseWords({ ...first, steps, turning_points: [] }, nameOf)).toBe(
      "Round 1: won by Anna. Ahead the longest: Ben, at 2 of 3 steps.",
    );
    expect(courseWords(first, nameOf)).toMatch(/Turning points at these steps: 2, \d+, \d+\.$/);
  });
});

it.each([
  ["play r7 uno", "r7"],
  ["play W+4 b", "W+4_b"],
  ["play g4 y4", "g4"],
  ["draw", null],
  [null, null],
])("finds the card of the move %s", (sentence, card) => {
  expect(cardOf(sentence)).toBe(card);
});
