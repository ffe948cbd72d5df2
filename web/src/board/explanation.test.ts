import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Because } from "$protocol";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { explainBecause, whyNot } from "./explanation";
import { viewOf } from "./sample";

const because = (reason: string): Because => ({ type: "because", id: "1", status: "foul", reason, rule: "PLAY-01" });

beforeAll(() => words.take("en", readCatalogue("en")));

describe("why not", () => {
  it("asks about a complete sentence, with missing parts filled in", async () => {
    const ask = vi.fn((sentence: string) => {
      if (sentence === "play WG") return Promise.resolve(because("needs_laid_card"));
      if (sentence === "play WG r3") return Promise.resolve(because("needs_color"));
      return Promise.resolve(because("not_asked"));
    });
    const answer = await whyNot("WG", viewOf({ hand: ["WG", "W", "r3"], color: "g" }), ask);
    expect(answer?.reason).toBe("not_asked");
    expect(ask.mock.calls.flat()).toEqual(["play WG", "play WG r3", "play WG r3 g"]);
  });

  it("mentions the cards on the table and names the rule", () => {
    const note = explainBecause(because("no_match"), viewOf({ color: "g", discard: ["g5"] }), String, "r7");
    expect(note.rule).toBe("PLAY-01");
    expect(note.words).toContain("red 7");
    expect(note.words).toContain("green 5");
    expect(note.words).not.toContain("{");
  });
});
