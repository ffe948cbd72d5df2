// Questions to which there is only one possible answer.

import type { View } from "$protocol";
import { answersOf } from "$/board/prompt";
import { isClaim } from "$/notation/move";

/** Answers that are given for a player. Drawing from the pile and playing a card are left to the player. */
const AUTOMATIC = ["keep", "accept", "pass"];

/** Return the one answer that this player can give, if it is one to be given automatically. */
export function onlyAnswer(view: View): string | null {
  const answers = answersOf(view);
  const [only = ""] = answers;
  return answers.length === 1 && AUTOMATIC.includes(only) ? only : null;
}

/**
 * Return the kind of question that this player is asked, such as "drawn", "draw2" or "skip"; null if none is. It follows
 * from what everybody sees: people take as long for a question as others know it, whatever they hold. An open claim makes
 * it another kind, because there is more to think about.
 */
export function kindOfQuestion(view: View): string | null {
  if (!answersOf(view).length) return null;
  const kind = view.pending?.kind ?? (view.drawn === null ? "turn" : "drawn");
  return view.legal?.some(isClaim) ? withClaim(kind) : kind;
}

const CLAIM = "+claim";
const withClaim = (kind: string): string => kind + CLAIM;
export const hasClaim = (kind: string): boolean => kind.endsWith(CLAIM);
