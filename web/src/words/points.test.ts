import { beforeEach, expect, it } from "vitest";
import { sampleView } from "$/room/sample";
import { readCatalogue } from "$/test/catalogues";
import { words } from "./language.svelte";
import { lengthWords, pointsSpoken, pointsWords, progressWords, scoringRule } from "./points";

beforeEach(() => words.take("en", readCatalogue("en")));

it("says how long a match is: officially to 500, by a running tally, or a single round", () => {
  expect(lengthWords({})).toBe("first to 500");
  expect(lengthWords({ target: 200, scoring: "tally" })).toBe("ends at 200");
  expect(lengthWords({ target: 0 })).toBe("Single round");
  expect([{}, { scoring: "tally" }, { target: 0, scoring: "tally" }].map(scoringRule)).toEqual([
    "SCORE-01",
    "SCORE-02",
    "SCORE-03",
  ]);
});

it("counts points towards the target, if there is one", () => {
  expect(pointsWords(147, {})).toBe("147 of 500");
  expect(pointsSpoken(147, {})).toBe("147 of 500 points");
  expect(pointsWords(1, { target: 0 })).toBe("1 point");
});

it("says where the match stands: round and target, with the own points once somebody has some", () => {
  expect(progressWords(sampleView(), 1)).toEqual(["Round 1", "first to 500"]);
  expect(progressWords(sampleView({ scores: [120, 0, 40] }), 3)).toEqual(["Round 3", "120 of 500"]);
  expect(progressWords(sampleView({ seat: null, scores: [120, 0, 40] }), 3)).toEqual(["Round 3", "first to 500"]);
  expect(progressWords(sampleView({ options: { target: 0 } }), 1)).toEqual(["Single round"]);
});

it("says it in Chinese", () => {
  words.take("zh-Hant", readCatalogue("zh-Hant"));
  expect(progressWords(sampleView({ scores: [120, 0, 40] }), 2)).toEqual(["第 2 局", "120/500 分"]);
  expect(pointsWords(147, {})).toBe("147/500 分");
  expect(lengthWords({ target: 0 })).toBe("一局定勝負");
});
