import { beforeAll, expect, it } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { UNSEEN } from "$/test/decks";
import { kindOf } from "$/rulebook/deck";
import { effectSentences, effectText } from "./effects";
import { words, type Language } from "./language.svelte";

const speak = (language: Language): void => words.take(language, readCatalogue(language));
const of = (card: string): string[] => {
  const kind = kindOf(UNSEEN, card);
  return effectSentences(kind?.effect ?? {}, kind?.counts_as);
};

beforeAll(() => speak("en"));

it.each([
  ["r+3", "The next player draws 3 cards and loses the turn.", "下一位玩家抽 3 張牌，並失去這個回合。"],
  ["p+10*", "The next player draws 10 cards and loses the turn.", "下一位玩家抽 10 張牌，並失去這個回合。"],
  ["gR", "The next player draws 1 card and loses the turn.", "下一位玩家抽 1 張牌，並失去這個回合。"],
  ["bSS", "The next 2 players lose the turn, but never you.", "接下來 2 位玩家失去回合，但不會跳過你自己。"],
  ["ySA", "Everybody else loses the turn, so you act again.", "其他人全部失去回合，由你再出一次。"],
  ["rS", "The next player loses the turn.", "下一位玩家失去這個回合。"],
  ["rX", "The direction of play turns.", "出牌方向反轉。"],
  ["WK", "The next player dances or draws 5 cards.", "下一位玩家跳舞或抽 5 張牌。"],
])("describes %s by its own numbers", (card, english, chinese) => {
  expect(of(card)).toContain(english);
  speak("zh-Hant");
  expect(of(card)).toContain(chinese);
  speak("en");
});

it("says which card of the rules an own card counts as, and nothing about plain cards", () => {
  expect(of("r+3")).toContain("A rule that mentions “Draw Two” holds for this card too.");
  expect(of("W+1").at(-1)).toContain("cannot be challenged");
  expect(of("rQ")).toEqual([]);
  expect(of("W")).toEqual(["You name a colour."]);
});

it("leaves out what belongs to a rule that is not in force", () => {
  const skip = kindOf(UNSEEN, "rS")?.effect ?? {};
  expect(effectText(skip)).toContain("Shields");
  expect(effectText(skip, null, (rule) => rule !== "SHIELD-01")).not.toContain("Shields");
});
