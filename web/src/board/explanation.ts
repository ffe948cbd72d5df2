// Why a card cannot be played: asks the server, and puts its answer into words that mention the cards on the table.

import type { Because, View } from "$protocol";
import { isBlack } from "$/notation/card";
import { formatMove, moveOf, type Move } from "$/notation/move";
import { cardName, colorName, explain, type NameOf } from "$/words/game";
import { counted, text, type Parameters } from "$/words/language.svelte";

/** A play can lack a laid card, a colour and a seat. */
const MAX_MISSING_PARTS = 3;

export type AskWhy = (sentence: string) => Promise<Because | null>;

export interface Explanation {
  words: string;
  rule: string | null;
}

/** Return the part of the move that the server finds missing: only about a complete move can it say what is really wrong. */
function missingPart(reason: string, card: string, view: View): Partial<Move> | null {
  switch (reason) {
    case "needs_color":
      return { color: view.color ?? "r" };
    case "needs_laid_card": {
      const laid = ownHand(view).find((each) => each !== card && !isBlack(each));
      return laid === undefined ? null : { cards: [card, laid] };
    }
    case "needs_target":
      return { target: view.sizes.findIndex((_, seat) => seat !== view.seat) };
    default:
      return null;
  }
}

const ownHand = (view: View): readonly string[] => (view.seat === null ? [] : (view.hands[view.seat] ?? []));

/** The question that the seat to decide has to answer, as a part of keys of the catalogue. */
const questionOf = (view: View): string =>
  view.over ? "over" : (view.pending?.kind ?? (view.drawn !== null ? "drawn" : "turn"));

export const isPenalty = (pending: View["pending"]): boolean => pending?.kind === "draw2" || pending?.kind === "wild4";

/**
 * Say what the seat to decide is asked for, under `question.*`, or that it is asked, under `phase.*`. A penalty is named
 * by its number and the card that it is to answer.
 */
export function askedFor(view: View, family: "question" | "phase", parameters: Parameters = {}): string {
  const top = view.discard.at(-1);
  return isPenalty(view.pending) && top !== undefined
    ? counted(`${family}.penalty`, view.pending?.draw ?? 0, { card: cardName(top), ...parameters })
    : text(`${family}.${questionOf(view)}`, parameters);
}

/** Ask why a card cannot be played. */
export async function whyNot(card: string, view: View, ask: AskWhy): Promise<Because | null> {
  let move = moveOf("play", { cards: [card] });
  for (let round = 0; round < MAX_MISSING_PARTS; round++) {
    const answer = await ask(formatMove(move));
    const missing = answer && missingPart(answer.reason, card, view);
    if (!missing) return answer;
    move = { ...move, ...missing };
  }
  return ask(formatMove(move));
}

export function explainBecause(because: Because, view: View, nameOf: NameOf, card: string | null): Explanation {
  if (because.status === "accepted") return { words: text("table.allowed"), rule: because.rule };
  const top = view.discard.at(-1);
  const words = explain(because, {
    card: card === null ? undefined : cardName(card),
    color: view.color === null ? undefined : colorName(view.color),
    top: top === undefined ? undefined : cardName(top),
    asked: view.turn === null ? undefined : nameOf(view.turn),
    question: askedFor(view, "question"),
  });
  return { words, rule: because.rule };
}
