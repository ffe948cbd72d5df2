// Why a card cannot be played: the server is asked, and what it says is put into words with what lies on the table.

import type { Because, View } from "$protocol";
import { cardName, colorName, explain, type NameOf } from "$/words/game";
import { text } from "$/words/language.svelte";

export type AskWhy = (sentence: string) => Promise<Because | null>;

/** What is shown to somebody who wanted something that does not go. */
export interface Explanation {
  words: string;
  rule: string | null;
}

/** What the server may find missing in a sentence, and with what it would be whole: only then does it say what is truly wrong. */
function completion(reason: string, card: string, view: View): string | null {
  switch (reason) {
    case "needs_color":
      return view.color ?? "r";
    case "needs_laid_card":
      return ownHand(view).find((each) => each !== card && !each.startsWith("W")) ?? null;
    case "needs_target":
      return `>${view.sizes.findIndex((_, seat) => seat !== view.seat)}`;
    default:
      return null;
  }
}

const ownHand = (view: View): readonly string[] => (view.seat === null ? [] : (view.hands[view.seat] ?? []));

/** The word for what is asked of the seat whose decision it is. */
export const questionOf = (view: View): string =>
  view.over ? "over" : (view.pending?.kind ?? (view.drawn !== null ? "drawn" : "turn"));

/** Ask why a card cannot be played. */
export async function whyNot(card: string, view: View, ask: AskWhy): Promise<Because | null> {
  let sentence = `play ${card}`;
  for (let round = 0; round < 3; round++) {
    const answer = await ask(sentence);
    const missing = answer && completion(answer.reason, card, view);
    if (!missing) return answer;
    sentence += ` ${missing}`;
  }
  return ask(sentence);
}

/** Put an answer into words. */
export function explainBecause(because: Because, view: View, nameOf: NameOf, card: string | null): Explanation {
  if (because.status === "accepted") return { words: text("table.allowed"), rule: because.rule };
  const top = view.discard.at(-1);
  const words = explain(because, {
    card: card === null ? undefined : cardName(card),
    color: view.color === null ? undefined : colorName(view.color),
    top: top === undefined ? undefined : cardName(top),
    asked: view.turn === null ? undefined : nameOf(view.turn),
    question: text(`question.${questionOf(view)}`),
  });
  return { words, rule: because.rule };
}
