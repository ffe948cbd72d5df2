import { describe, expect, it } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { placeFault, wordRefusal } from "./fault";

const SETUPS = [
  "hand_size 50 for 4 players is more than the 108 cards of classic can deal: at most 24 (SETUP-01)",
  "players must be 2 to 10, got 11 (SETUP-01)",
  "option 'target' must be a number from 0 to 5000, got -1 (OPT-01)",
  "option 'dance_judge' has no meaning in the edition 'classic' (OPT-01)",
];

describe("a refusal", () => {
  it.each(SETUPS)("of a setup is said in the reader's language: %s", (text) => {
    for (const language of ["en", "zh-Hant"] as const) {
      words.take(language, readCatalogue(language));
      const said = wordRefusal({ reason: "bad_setup", text });
      expect(said.detail).toBeNull();
      expect(said.words).not.toMatch(/[{}]|setup\.|SETUP|OPT/);
      expect(/[\u4e00-\u9fff]/.test(said.words)).toBe(language === "zh-Hant");
    }
  });

  it("that was not foreseen has a headline in the reader's language, and the server's words beside it", () => {
    words.take("zh-Hant", readCatalogue("zh-Hant"));
    const text = "edition file, line 3: unknown key 'colour'";
    expect(wordRefusal({ reason: "bad_edition", text })).toEqual({ words: "這個版本檔案不能玩。", detail: text });
  });

  it("with a reason that says it all has nothing beside it", () => {
    words.take("en", readCatalogue("en"));
    expect(wordRefusal({ reason: "offline", text: "TypeError: Failed to fetch" }).detail).toBeNull();
  });
});

it("finds the field, the rule and the line a sentence speaks of", () => {
  const options = [{ name: "hand_size" }, { name: "target" }] as never;
  expect(placeFault(SETUPS[0] ?? "", { options })).toMatchObject({ field: "hand_size", rule: "SETUP-01" });
  expect(placeFault(SETUPS[1] ?? "", { options })).toMatchObject({ field: "seats" });
  expect(placeFault("edition file, line 7: no").line).toBe(7);
});
