import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { learnDeck, UNSEEN } from "$/test/decks";
import { words, type Language } from "$/words/language.svelte";
import CardHelp from "./CardHelp.svelte";
import { CATALOGUE } from "./sample";

function helpFor(card: string, language: Language = "en"): string {
  words.take(language, readCatalogue(language));
  const props = { card, edition: UNSEEN, options: {}, catalogue: CATALOGUE };
  return render(CardHelp, { props }).container.textContent;
}

describe("the help for a card of an edition nobody has seen", () => {
  beforeEach(() => learnDeck(UNSEEN));

  it("says what it does with its own number, and not with a number of the rule book", () => {
    const help = helpFor("r+3");
    expect(help).toContain("red Draw Three");
    expect(help).toContain("The next player draws 3 cards and loses the turn.");
    expect(help).not.toContain("draws 2 cards");
    expect(screen.getByText("D2-01")).toBeTruthy();
  });

  it("does not call one player the next where it is two, or all", () => {
    expect(helpFor("gSS")).toContain("The next 2 players lose the turn");
    expect(helpFor("bSA")).toContain("Everybody else loses the turn");
    expect(document.body.textContent).not.toContain("The next player loses the turn.");
  });

  it("is in the reader's language", () => {
    const help = helpFor("p+10*", "zh-Hant");
    expect(help).toContain("紫色罰抽十張牌（恐龍腳印）");
    expect(help).toContain("下一位玩家抽 10 張牌，並失去這個回合。");
    expect(help).not.toContain("抽 2 張牌");
  });
});
