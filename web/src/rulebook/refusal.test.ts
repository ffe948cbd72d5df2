import { describe, expect, it } from "vitest";
import type { SetupProblem } from "$protocol";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { parseEditionError, wordRefusal } from "./refusal";

const TROUBLES: SetupProblem[] = [
  {
    kind: "hand_size",
    field: "hand_size",
    rule: "SETUP-01",
    values: { size: 50, players: 4, cards: 108, most: 24 },
  },
  { kind: "players", field: "players", rule: "SETUP-01", values: { least: 2, most: 10 } },
  { kind: "taken", field: "players", rule: "SETUP-01", values: { taken: 4, seats: 3 } },
  { kind: "value", field: "target", rule: "OPT-01", values: {} },
  { kind: "no_meaning", field: "dance_judge", rule: "OPT-01", values: { edition: "classic" } },
];

describe("a refusal", () => {
  it.each(TROUBLES)("of a setup is said in the reader's language: $kind", (trouble) => {
    for (const language of ["en", "zh-Hant"] as const) {
      words.take(language, readCatalogue(language));
      const said = wordRefusal({ reason: "bad_setup", text: "the server's English", trouble });
      expect(said.detail).toBeNull();
      expect(said.words).not.toMatch(/[{}]|setup\.|SETUP|OPT/);
      expect(/[\u4e00-\u9fff]/.test(said.words)).toBe(language === "zh-Hant");
    }
  });

  it("without a text for its details has a headline in the reader's language, and the server's sentence", () => {
    words.take("zh-Hant", readCatalogue("zh-Hant"));
    const text = "edition file, line 3: unknown key 'colour'";
    expect(wordRefusal({ reason: "bad_edition", text })).toEqual({ words: "這個版本檔案不能玩。", detail: text });
  });

  it("with a reason that needs no details has only its headline", () => {
    words.take("en", readCatalogue("en"));
    expect(wordRefusal({ reason: "offline", text: "TypeError: Failed to fetch" }).detail).toBeNull();
  });

  it("of a file names the line and the reason", () => {
    expect(parseEditionError("edition file, line 7: no such key")).toEqual({ line: 7, reason: "no such key" });
    expect(parseEditionError("edition file: too few cards")).toEqual({ line: null, reason: "too few cards" });
  });
});
