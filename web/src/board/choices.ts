// What can still be chosen on the way to a whole sentence. The server lists the sentences; here they are only taken apart.

import { isColor } from "$/words/game";

export type ChoiceKind = "color" | "card" | "seat";

/** A word that can come next. */
export interface Choice {
  word: string;
  kind: ChoiceKind;
}

export interface Choices {
  /** What may come next, in the order colours, cards, seats. */
  next: readonly Choice[];
  /** The legal sentence that the words so far make, if they make one. */
  whole: string | null;
}

const CALL = " uno";
const KINDS: readonly ChoiceKind[] = ["color", "card", "seat"];

export const kindOf = (word: string): ChoiceKind => (word.startsWith(">") ? "seat" : isColor(word) ? "color" : "card");

/** Leave out the variants with a call: whether one calls is chosen with the button, not here. */
export const withoutCalls = (legal: readonly string[]): string[] =>
  legal.filter((sentence) => !sentence.endsWith(CALL));

/** Whether any play can be made with a call. */
export const canCallWithPlay = (legal: readonly string[]): boolean =>
  legal.some((sentence) => sentence.startsWith("play ") && sentence.endsWith(CALL));

/** Add the call to a play where that is legal; a call that would be false is never made. */
export const called = (sentence: string, legal: readonly string[], isArmed: boolean): string =>
  isArmed && legal.includes(sentence + CALL) ? sentence + CALL : sentence;

/** Return the cards with which some legal play begins. */
export function playableCards(legal: readonly string[]): Set<string> {
  return new Set(legal.filter((each) => each.startsWith("play ")).map((each) => each.split(" ")[1] ?? ""));
}

/**
 * Say how `words` ("play", "g7", …) can go on.
 *
 * Of several equal cards the list has one order of those between the first and the last; whatever order they are chosen in, the
 * sentence of the list is the one that is said.
 */
export function choicesAfter(legal: readonly string[], words: readonly string[]): Choices {
  const next = new Map<string, Choice>();
  let whole: string | null = null;
  for (const sentence of withoutCalls(legal)) {
    const all = sentence.split(" ");
    const rest = restAfter(all, words);
    if (rest === null) continue;
    if (!rest.length) {
      if (isSameEnd(all, words)) whole ??= sentence;
      continue;
    }
    // Cards are chosen before the colour or seat they need: what is not a card waits until no card of this sentence is missing.
    const cards = rest.filter((word) => kindOf(word) === "card");
    const offered = cards.length ? cards : rest.slice(0, 1);
    for (const word of offered) next.set(word, { word, kind: kindOf(word) });
  }
  const sortedNext = [...next.values()].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || byColor(a, b));
  return { next: sortedNext, whole };
}

/** Return the words of a sentence that are missing, or none if it does not go on from `words`. Verb and first card must agree. */
function restAfter(all: readonly string[], words: readonly string[]): string[] | null {
  const rest = [...all];
  for (const [index, word] of words.entries()) {
    const at = index < 2 ? (all[index] === word ? 0 : -1) : rest.indexOf(word);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  // A colour or a seat ends the choice of cards.
  const isPastCards = words.slice(1).some((word) => kindOf(word) !== "card");
  return isPastCards && rest.some((word) => kindOf(word) === "card") ? null : rest;
}

/** Whether the last card is the same: its colour is the one in force afterwards, so that order matters there. */
function isSameEnd(all: readonly string[], words: readonly string[]): boolean {
  const last = (list: readonly string[]): string | undefined =>
    list.slice(1).findLast((word) => kindOf(word) === "card");
  return last(all) === last(words);
}

const ORDER = "rygbp";

function byColor(a: Choice, b: Choice): number {
  if (a.kind === "seat") return 0;
  const rank = (word: string): number => (word.startsWith("W") ? ORDER.length : ORDER.indexOf(word.charAt(0)));
  return rank(a.word) - rank(b.word) || a.word.localeCompare(b.word);
}

/** Go on by oneself while there is nothing to choose. */
export function advance(legal: readonly string[], words: readonly string[]): { words: string[]; choices: Choices } {
  let chosen = [...words];
  let choices = choicesAfter(legal, chosen);
  while (choices.whole === null && choices.next.length === 1 && choices.next[0]) {
    chosen = [...chosen, choices.next[0].word];
    choices = choicesAfter(legal, chosen);
  }
  return { words: chosen, choices };
}
