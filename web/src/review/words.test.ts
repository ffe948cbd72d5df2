import { beforeEach, describe, expect, it } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { cardOf } from "./cardOf";
import { marksOf } from "./marks";
import { mistakeMoments, turnMoments } from "./moments";
import { part, percent, signed, whole } from "./numbers";
import { nameOf, REVIEW } from "./sample";
import { betterWords, chancesWords, deedWords, roundWords, turnWords } from "./words";

beforeEach(() => words.take("en", readCatalogue("en")));

const [first, second] = REVIEW.rounds;
if (!first || !second) throw new Error("the sample has two rounds");
const marks = marksOf(["r", "y", "g", "b"], 3);

describe("numbers", () => {
  it("have a sign where they are changes, and none where they are nothing", () => {
    expect([signed(0.123), signed(-0.123), signed(0.0004)]).toEqual(["+12.3 %", "−12.3 %", "0.0 %"]);
  });

  it("are chances of one round, and rounds of several", () => {
    expect([part(-0.5, 1), part(-0.5, 3), whole(2, 3), whole(0.25, 1)]).toEqual(["−50.0 %", "−0.50", "2", "25.0 %"]);
  });

  it("that there are none of are a dash", () => {
    expect(percent(null)).toBe("–");
  });
});

describe("a review in words", () => {
  it("tells what was done, and by whom", () => {
    expect(first.steps.slice(0, 2).map((step) => deedWords(step, nameOf))).toEqual(["The deal", "Bot 2: Play red 1"]);
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
    expect(mistakeMoments([mistake], marks, nameOf)).toMatchObject([
      { grade: "Blunder", changed: "+15.3 %", cards: ["bR", "bS"] },
    ]);
  });

  it("leads from a mistake to where the better move can still be chosen, and says so", () => {
    const [mistake] = second.mistakes;
    if (!mistake) throw new Error("the sample has a mistake");
    expect(mistake.step).toBe(4);
    expect(mistakeMoments([mistake], marks, nameOf)).toMatchObject([{ step: 3, place: "Before step 4" }]);
  });

  it.each([
    ["en", "Better: Play blue Skip, UNO! It stops Anna with only 2 cards left."],
    ["zh-Hant", "較好的一步：出牌 藍色禁止牌、UNO！擋住只剩 2 張牌的 Anna。"],
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
    expect(turnMoments(first.turning_points, marks, nameOf, false)).toMatchObject([
      { number: 1, place: "Step 2", words: "Anna set Ben back", changed: "−30.8 %" },
      { number: 2, words: "Bad cards for Bot 2" },
      { number: 3, words: "Good cards for Anna" },
    ]);
    expect(turnMoments(REVIEW.turning_points, marks, nameOf, true)[0]).toMatchObject({
      number: null,
      place: "Round 1, step 12",
    });
  });

  it("tells luck of the cards others drew as theirs", () => {
    const [turn] = first.turning_points;
    if (!turn) throw new Error("the sample has a turning point");
    const told = { ...turn, cause: "luck", code: "lucky_others", seat: 2, subject: 0, drew: [1, 2] } as const;
    expect(turnWords({ ...told, drew: [...told.drew] }, nameOf)).toBe("The cards Ben, Bot 2 drew were good for Anna");
    expect(turnWords({ ...turn, code: "unlucky_forced", subject: 0 }, nameOf)).toBe(
      "There was no other move, which was bad for Anna",
    );
  });

  it("says everybody's chance in one line", () => {
    const end = first.steps.at(-1);
    expect(end && chancesWords(end, nameOf)).toBe("Anna 100 %, Ben 0 %, Bot 2 0 %");
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
