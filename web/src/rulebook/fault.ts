// What a refusal of the server is about: it names the option, the rule or the line, and so it can be shown there.

import type { Catalogue } from "$protocol";
import { editionName, explain, optionName } from "$/words/game";
import { text } from "$/words/language.svelte";

/** What the server says of a setup, and what is said of it here, in the reader's language. */
const SENTENCES: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [
    /^hand_size (\d+) for (\d+) players is more than the (\d+) cards .* at most (\d+)/,
    (size, players, cards, most) => text("setup.hand_size", { size, players, cards, most }),
  ],
  [/^players must be (\d+) to (\d+)/, (least, most) => text("setup.players", { least, most })],
  [/^option '(\w+)' must be /, (name = "") => text("setup.value", { option: optionName(name) })],
  [
    /^option '(\w+)' has no meaning in the edition '(.+)'/,
    (name = "", edition = "") => text("setup.no_meaning", { option: optionName(name), edition: editionName(edition) }),
  ],
];

/** Reasons whose sentence is about what somebody has written or chosen: it says more than the reason does. */
const DETAILED = ["bad_setup", "bad_edition", "bad_request"];

/** Say in the reader's language what the server says of a setup; none: it has not been foreseen. */
export function wordSetup(sentence: string): string | null {
  for (const [pattern, word] of SENTENCES) {
    const found = pattern.exec(sentence);
    if (found) return word(...found.slice(1));
  }
  return null;
}

/** A refusal in the reader's language; `detail` is the server's English for what there are no words for. */
export function wordRefusal(fault: { reason: string; text: string }): { words: string; detail: string | null } {
  if (!DETAILED.includes(fault.reason) || !fault.text) return { words: explain(fault), detail: null };
  const worded = fault.reason === "bad_setup" ? wordSetup(fault.text) : null;
  return worded === null ? { words: explain(fault), detail: fault.text } : { words: worded, detail: null };
}

/** A refusal and where it belongs. */
export interface Placed {
  /** The server's sentence. */
  text: string;
  /** The option it is about, or `seats`; none: the whole. */
  field: string | null;
  /** The rule it cites, if any. */
  rule: string | null;
  /** The line of an edition's file, from 1. */
  line: number | null;
}

/** Find out what a refusal is about. */
export function placeFault(text: string, catalogue: Pick<Catalogue, "options"> | null = null): Placed {
  const names = catalogue?.options.map(({ name }) => name) ?? [];
  // Of several, the one the sentence begins with is meant: "hand_size 50 for 4 players …".
  const mentioned = names
    .map((name) => ({ name, at: text.search(new RegExp(`\\b${name}\\b`)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.name.length - a.name.length);
  const line = /\bline (\d+)/.exec(text)?.[1];
  const isAboutSeats = /\b(players|seats) (must be|are taken|are too few)/.test(text);
  return {
    text,
    field: isAboutSeats ? "seats" : (mentioned[0]?.name ?? null),
    rule: /\b([A-Z][A-Z0-9]*-\d{2})\b/.exec(text)?.[1] ?? null,
    line: line === undefined ? null : Number(line),
  };
}
