import { beforeEach, describe, expect, it } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { dateWords, placeOf, resultLine } from "./results";
import { bot, person, sampleMatch } from "./sample";

beforeEach(() => words.take("en", readCatalogue("en")));

describe("a past match", () => {
  it("says who won, with whom, and leads to replay and review", () => {
    expect(resultLine(sampleMatch())).toMatchObject({
      key: "k7m2xw9p/1",
      isWon: true,
      result: "Won",
      points: "510 points",
      title: "Classic",
      others: "with Ben, 1 bot (Hard)",
      replay: "/t/k7m2xw9p/match/1",
      review: "/t/k7m2xw9p/match/1/review",
      accuracy: null,
    });
  });

  it("has no links to what does not exist", () => {
    expect(resultLine(sampleMatch({ replay: null, review: null }))).toMatchObject({ replay: null, review: null });
  });

  it("shows the accuracy of a finished review", () => {
    const reviewed = { accuracy: 0.83, luck: 0.1, skill: 0 };
    expect(resultLine(sampleMatch({ reviewed })).accuracy).toBe(0.83);
  });

  it("tells a shared win and a place", () => {
    expect(resultLine(sampleMatch({ winners: [0, 2] })).result).toBe("Won, together with others");
    expect(resultLine(sampleMatch({ winners: [1], scores: [300, 500, 120] })).result).toBe("Place 2 of 3");
    expect(resultLine(sampleMatch({ winners: [1], scores: [0, 500, 120] })).result).toBe("Place 3 of 3");
  });
});

describe("the place", () => {
  it("counts from the fewest points where these win", () => {
    expect(placeOf(sampleMatch({ winners: [1], scores: [300, 20, 510] }))).toBe(2);
    expect(placeOf(sampleMatch({ winners: [1], scores: [510, 20, 300] }))).toBe(3);
  });

  it("is shared by equals", () => {
    const players = [person("Anna"), bot(), bot(), bot()];
    expect(placeOf(sampleMatch({ players, winners: [1], scores: [40, 200, 40, 10] }))).toBe(2);
  });

  it("is not told where only the winner has points, or two play", () => {
    expect(placeOf(sampleMatch({ winners: [1], scores: [0, 77, 0] }))).toBeNull();
    expect(placeOf(sampleMatch({ winners: [1], scores: [20, 500] }))).toBeNull();
    expect(resultLine(sampleMatch({ winners: [1], scores: [0, 77, 0] })).result).toBe("Lost");
  });
});

it("writes the date in the reader's language", () => {
  expect(dateWords("2026-11-03T12:20:00Z")).toContain("2026");
  words.take("zh-Hant", readCatalogue("zh-Hant"));
  expect(dateWords("2026-11-03T12:20:00Z")).toMatch(/2026年11月3日/);
});
