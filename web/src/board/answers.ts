// The answers that play no card, each with what it costs: numbers from the rules, words from here.

import type { Cost, View } from "$protocol";
import type { BoardModel } from "$/table/boardModel";
import { optionValue, type NameOf } from "$/words/game";
import { counted, text } from "$/words/language.svelte";

export interface Answer {
  sentence: string;
  label: string;
  /** What it costs or does, unless the label says so; null if there is nothing to say. */
  cost: string | null;
  key: string | null;
}

const VERBS = ["challenge", "dance", "approve", "accept", "reject", "keep", "pass", "draw"];
const KEYS: Readonly<Record<string, string>> = { draw: "D", challenge: "C" };

/** Return the answers among the legal sentences, the most daring first. */
export function answersIn({ view, costs }: Pick<BoardModel, "view" | "costs">, nameOf: NameOf): Answer[] {
  const legal = view.legal ?? [];
  return VERBS.filter((verb) => legal.includes(verb)).map((verb) => {
    const paid = costs.filter(({ answer }) => answer === verb);
    return {
      sentence: verb,
      label: verb === "accept" ? acceptLabel(view, paid) : text(`verb.${verb}`),
      cost: costOf(verb, view, paid, nameOf),
      key: KEYS[verb] ?? null,
    };
  });
}

/** Nobody is asked to "accept": the label says what happens. */
function acceptLabel({ pending }: View, paid: readonly Cost[]): string {
  const amount = paid[0]?.draw ?? pending?.draw ?? 0;
  if (amount) return counted("board.accept.draw", amount);
  return text(pending?.kind === "reverse" ? "board.accept.reverse" : "board.accept.skip");
}

function costOf(verb: string, view: View, paid: readonly Cost[], nameOf: NameOf): string | null {
  const { pending, options } = view;
  switch (verb) {
    case "draw":
      return optionValue("draw", options.draw ?? "one");
    case "keep":
      return text("board.cost.keep");
    case "accept":
      return paid.some(({ draw, loses_turn }) => draw && loses_turn) ? text("board.cost.skip") : null;
    case "challenge":
      return challengeCost(paid, nameOf);
    case "dance":
      return text(options.dance_judge === "vote" ? "board.cost.dance.vote" : "board.cost.dance");
    case "reject":
      return typeof pending?.dancer === "number"
        ? counted("board.cost.reject", pending.draw, { player: nameOf(pending.dancer) })
        : null;
    default:
      return null;
  }
}

/** Both outcomes of a challenge: who draws how much if the card was a bluff, and if it was not. */
function challengeCost(paid: readonly Cost[], nameOf: NameOf): string | null {
  const [won, lost] = [paid.find(({ bluff }) => bluff === true), paid.find(({ bluff }) => bluff === false)];
  if (!won || !lost) return null;
  return text("board.cost.challenge", { player: nameOf(won.seat), amount: won.draw, more: lost.draw });
}
