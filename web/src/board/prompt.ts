// What the player to decide is asked for, in words that offer only what is possible.

import { hasFootprint } from "$/notation/card";
import { isClaim, isPlay } from "$/notation/move";
import type { BoardModel } from "$/table/boardModel";
import type { NameOf } from "$/words/game";
import { join, text } from "$/words/language.svelte";
import { askedFor, isPenalty } from "./explanation";
import { penaltyTerms } from "./penalty";

export interface Prompt {
  words: string;
  /** A pending penalty and how it has grown: 4 from [2, 2]. */
  penalty: { terms: readonly number[]; total: number } | null;
  /** Whether the card to answer has a footprint: one can run from it. */
  hasFootprint: boolean;
}

/** The answers to the question of this view, without claims, which answer nothing. */
export const answersOf = (view: BoardModel["view"]): string[] =>
  view.over || view.turn === null || view.turn !== view.seat
    ? []
    : (view.legal ?? []).filter((sentence) => !isClaim(sentence));

/** Return what is asked of the player to decide; null if the round is over. */
export function promptOf(model: BoardModel, nameOf: NameOf): Prompt | null {
  const { view, steps } = model;
  if (view.over) return null;
  const { pending } = view;
  const isStake = pending !== null && isPenalty(pending);
  return {
    words: model.me !== null && view.turn === model.me ? ownWords(model, nameOf) : wordsAbout(model, nameOf),
    penalty: isStake ? { terms: penaltyTerms(steps, pending.draw), total: pending.draw } : null,
    hasFootprint: isRun(view) || (isStake && hasFootprint(view.discard.at(-1) ?? "")),
  };
}

export function resultWords({ view }: BoardModel, nameOf: NameOf): string {
  if (view.match_winners) return text("table.match_over", { players: join(view.match_winners.map(nameOf)) });
  return view.winner === null ? text("table.round_void") : text("table.round_over", { player: nameOf(view.winner) });
}

const isRun = ({ pending }: BoardModel["view"]): boolean => pending?.kind === "skip" || pending?.kind === "reverse";

/** What another player is asked for. */
function wordsAbout({ view, me }: BoardModel, nameOf: NameOf): string {
  const asked = { player: view.turn === null ? "" : nameOf(view.turn) };
  if (isPenalty(view.pending)) return text("board.stake.who", asked);
  if (isRun(view)) return text("board.run", asked);
  return me === null || view.pending ? askedFor(view, "phase", asked) : text("table.waiting", asked);
}

/** What this player is asked for. */
function ownWords({ view }: BoardModel, nameOf: NameOf): string {
  const answers = answersOf(view);
  const has = (verb: string): boolean => answers.includes(verb);
  const canPlay = answers.some(isPlay);
  const { pending } = view;
  if (isPenalty(pending)) {
    if (canPlay) return text(has("challenge") ? "board.ask.penalty.any" : "board.ask.penalty.card");
    return text(has("challenge") ? "board.ask.penalty.challenge" : "board.ask.penalty.draw");
  }
  if (pending && isRun(view)) return text(`board.ask.${pending.kind}${canPlay ? "" : ".forced"}`);
  if (pending?.kind === "vote" && typeof pending.dancer === "number")
    return text("board.ask.vote", { player: nameOf(pending.dancer) });
  if (pending === null && answers.length && !canPlay) {
    if (view.drawn !== null) return text("board.ask.keep");
    if (answers.length === 1) return text(has("draw") ? "board.ask.draw" : "board.ask.pass");
  }
  if (view.drawn !== null && canPlay && !has("keep")) return text("board.ask.play_drawn");
  return askedFor(view, "question");
}
