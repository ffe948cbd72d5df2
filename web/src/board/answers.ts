// The answers that play no card, each with its cost in words.

import type { View } from "$protocol";
import { optionValue, type NameOf } from "$/words/game";
import { counted, text } from "$/words/language.svelte";

export interface Answer {
  sentence: string;
  label: string;
  /** What it costs or does; null if there is nothing to say. */
  cost: string | null;
  key: string | null;
}

const VERBS = ["challenge", "dance", "approve", "accept", "reject", "keep", "pass", "draw"];
const KEYS: Readonly<Record<string, string>> = { draw: "D", challenge: "C" };
/** CHAL-03: a wrong challenge costs two cards more than the penalty. */
const WRONG_CHALLENGE_CARDS = 2;

/** Return the answers among the legal sentences, the most daring first. */
export function answersIn(view: View, nameOf: NameOf): Answer[] {
  const legal = view.legal ?? [];
  return VERBS.filter((verb) => legal.includes(verb)).map((verb) => ({
    sentence: verb,
    label: text(`verb.${verb}`),
    cost: costOf(verb, view, nameOf),
    key: KEYS[verb] ?? null,
  }));
}

function costOf(verb: string, view: View, nameOf: NameOf): string | null {
  const { pending, options } = view;
  const amount = pending?.draw ?? 0;
  switch (verb) {
    case "draw":
      return optionValue("draw", options.draw ?? "one");
    case "keep":
      return text("board.cost.keep");
    case "accept":
      if (pending?.kind === "dance") return counted("board.cost.draw", amount);
      if (amount) return counted("board.cost.penalty", amount);
      return text(pending?.kind === "reverse" ? "board.cost.reverse" : "board.cost.skip");
    case "challenge":
      return text("board.cost.challenge", {
        player: pending ? nameOf(pending.from) : undefined,
        amount,
        more: amount + WRONG_CHALLENGE_CARDS,
      });
    case "dance":
      return text(options.dance_judge === "vote" ? "board.cost.dance.vote" : "board.cost.dance");
    case "reject":
      return typeof pending?.dancer === "number"
        ? counted("board.cost.reject", amount, { player: nameOf(pending.dancer) })
        : null;
    default:
      return null;
  }
}
