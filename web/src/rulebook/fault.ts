// What a refusal of the server is about: it names the option, the rule or the line, and so it can be shown there.

import type { Catalogue } from "$protocol";

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
