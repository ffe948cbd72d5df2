// A game that the guest has a seat in, in words.

import type { MyRunningGame } from "$protocol";
import { editionTitle } from "$/rulebook/deck";
import { text } from "$/words/language.svelte";
import { othersWords } from "./players";

/** One running game of the list. */
export interface RunningLine {
  code: string;
  /** The theme of the card back. */
  theme: string;
  title: string;
  /** Who else plays: "with Ben, 2 bots (Normal)"; empty if nobody does yet. */
  others: string;
  /** How far the match is: ["Round 2", "147 of 500"]. */
  facts: string[];
  /** What the game waits for, or what happened to the seat. */
  state: string;
  isTurn: boolean;
}

export function runningLine(game: MyRunningGame): RunningLine {
  const others = othersWords(game.players, game.seat);
  return {
    code: game.table,
    theme: game.theme,
    title: editionTitle({ name: game.edition, title: game.title }),
    others: others && text("me.with", { players: others }),
    facts: progressOf(game),
    state: stateOf(game),
    isTurn: game.turn && !game.left,
  };
}

function progressOf({ round, scores, seat, target }: MyRunningGame): string[] {
  if (!round) return [];
  const amount = scores[seat] ?? 0;
  if (!target) return [text("room.length.SCORE-03")];
  return [text("room.round", { amount: round }), text("page.points.of", { amount, target })];
}

function stateOf({ status, left, stood_in, turn }: MyRunningGame): string {
  if (left) return text("me.state.left");
  if (turn) return text(stood_in ? "me.state.turn.stood_in" : "me.state.turn");
  if (stood_in) return text("me.state.stood_in");
  return text(`me.state.${status === "starting" ? "playing" : status}`);
}
