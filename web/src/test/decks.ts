// Decks for tests: one that nobody has seen, as the server sends it, and single cards of known decks.

import { readFileSync } from "node:fs";
import type { EditionShown, Effect } from "$protocol";
import { played } from "$/cards/deck.svelte";
import { learnTitles } from "$/words/game";

/** tests/editions/unseen.toml on the wire. */
export const UNSEEN = JSON.parse(readFileSync("../tests/editions/unseen.json", "utf8")) as EditionShown;

export function learnDeck(edition: EditionShown): void {
  learnTitles(edition.kinds);
  played.learn(edition);
}

/** Play with cards of these effects: `{ "r+2": { color: "r", draws: 2 } }`. */
export function learnCards(effects: Readonly<Record<string, Effect>>): void {
  const kinds = Object.entries(effects).map(([card, effect]) => ({ card, copies: 1, points: 0, rules: [], effect }));
  learnDeck({ ...UNSEEN, name: "classic", title: {}, kinds });
}

/** Cards of the shipped decks. */
export const SHIPPED_CARDS: Readonly<Record<string, Effect>> = {
  "r+2": { color: "r", draws: 2 },
  "g+2": { color: "g", draws: 2 },
  "b+2": { color: "b", draws: 2 },
  gS: { color: "g", skips: 1, shield: true },
  "W+4": { draws: 4, restricted: true },
  WE: { escapes: true },
  WG: { checks: 2 },
};
