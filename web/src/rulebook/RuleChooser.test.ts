import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { TableSetup } from "$protocol";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import type { ServerRefusal } from "./refusal";
import RuleChooser from "./RuleChooser.svelte";
import { CATALOGUE } from "./sample";

// Looking for roles in a page this large takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  words.take("en", readCatalogue("en"));
  Element.prototype.scrollIntoView = vi.fn(); // jsdom has none
});

function choose(setup: TableSetup, refusal: ServerRefusal | null = null): { changes: TableSetup[] } {
  const changes: TableSetup[] = [];
  render(RuleChooser, {
    catalogue: CATALOGUE,
    setup,
    change: (changed: TableSetup) => void changes.push(changed),
    refusal,
  });
  return { changes };
}

test("choosing a preset discards single options", async () => {
  const { changes } = choose({ edition: "classic", preset: "official", options: { seven_zero: true } });
  await fireEvent.click(screen.getByRole("radio", { name: "Party" }));
  expect(changes).toEqual([{ edition: "classic", preset: "party", options: {} }]);
});

test("every kind of option can be changed", async () => {
  const { changes } = choose({ edition: "bts", preset: "official" });
  await fireEvent.click(screen.getByText("Single rules"));
  await fireEvent.click(screen.getByRole("switch", { name: "Cut" }));
  await fireEvent.click(screen.getByRole("radio", { name: "Vote" }));
  await fireEvent.click(screen.getByRole("button", { name: "Hand size: one less" }));
  expect(changes.map(({ options }) => options)).toEqual([{ cut: true }, { dance_judge: "vote" }, { hand_size: 6 }]);
});

test("differences are shown as chips, and a chip opens the rule's text", async () => {
  choose({ edition: "classic", preset: "party" });
  await fireEvent.click(screen.getByRole("button", { name: /Stacking.*Same kind/ }));
  expect(screen.getByText(/a Draw Two may be answered with a Draw Two as well/)).toBeTruthy();
  expect(document.activeElement?.textContent).toContain("Stacking");
});

test("the button back to the preset is there only if options differ from it", async () => {
  const { changes } = choose({ edition: "classic", preset: "party", options: { cut: false } });
  await fireEvent.click(screen.getByRole("button", { name: "Back to “Party”" }));
  expect(changes).toEqual([{ edition: "classic", preset: "party", options: {} }]);
});

/** The server's own sentence. */
const ALERT = "what cannot be played";

test("a contradiction is shown at its field, with the rule behind it", () => {
  const trouble = {
    kind: "hand_size",
    field: "hand_size",
    rule: "SETUP-01",
    values: { size: 50, players: 4, cards: 108, most: 24 },
  };
  choose({ edition: "classic", options: { hand_size: 50 } }, { reason: "bad_setup", text: ALERT, trouble });
  const field = document.getElementById("option-hand_size");
  expect(field?.querySelector("[role=alert]")?.textContent).toBe(
    "50 cards each for 4 players: this deck of 108 can deal at most 24 each.",
  );
  screen.getByText("This cannot be played together.");
  expect(screen.queryByText(ALERT)).toBeNull();
  expect(field?.closest("details")?.open).toBe(true);
});

test("a refusal about an option that is not on the page is shown above", () => {
  const trouble = { kind: "no_meaning", field: "dance_judge", rule: "OPT-01", values: { edition: "classic" } };
  choose({ edition: "classic" }, { reason: "bad_setup", text: ALERT, trouble });
  expect(screen.getByRole("alert").textContent).toMatch(/has no meaning in/);
});

test("a refusal without a translation is shown in the server's words", () => {
  choose({ edition: "classic" }, { reason: "bad_setup", text: ALERT });
  expect(screen.getByText(ALERT).lang).toBe("en");
});
