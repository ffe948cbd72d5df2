// What the board of a live table is given, from the table's state.

import type { Emote } from "$protocol";
import { namer, playersOf, type Player, type BoardModel } from "$/table/boardModel";
import { isRunning, type TableState } from "$/table/state";
import type { NameOf } from "$/words/game";

/** Who plays, or would: while a result is looked at those who played, not those who have come since. */
export function playersNow(state: TableState, emotes: ReadonlyMap<number, Emote> = new Map()): Player[] {
  const { table, seats, here } = state;
  // After the match seats may change hands: who is here now says nothing of those who played.
  const isSame = table !== null && (isRunning(table) || table.seats.length === seats.length);
  return playersOf(seats, isSame ? here : seats.map(() => true), emotes);
}

/** Name the players of the match, the one who looks as "You". */
export const namesOf = (state: TableState): NameOf => namer(playersNow(state), state.view?.seat ?? null);

/** Make what the board shows; nothing before the first deal. */
export function boardModelOf(state: TableState, emotes: ReadonlyMap<number, Emote>): BoardModel | null {
  const { table, view } = state;
  if (!table || !view) return null;
  return {
    view,
    laid: state.laid,
    players: playersNow(state, emotes),
    me: view.seat,
    // Rules chosen for the next match have no say in how the last one looks.
    theme: table.setup.edition === view.edition ? table.setup.theme : view.edition,
    clock: state.clock,
    steps: state.steps,
  };
}

/** Whether the one who looks is asked for a decision. */
export const isMyTurn = ({ table, view }: TableState): boolean =>
  table?.status === "playing" && view !== null && !view.over && view.seat !== null && view.turn === view.seat;

/** Whether every other seat is a bot's, or might as well be: nobody else waits, nobody else is hurried. */
export function isAlone({ table, you, here }: TableState): boolean {
  if (!table || you.seat === null) return false;
  return table.seats.every(
    (seat, number) => number === you.seat || seat.kind !== "person" || seat.left || !here[number],
  );
}

/** Whether "skip to my turn" means something: alone with bots, and one of them is asked. */
export function canHurry(state: TableState): boolean {
  const { table, view, you } = state;
  const own = you.seat === null ? undefined : table?.seats[you.seat];
  return table?.status === "playing" && view !== null && !isMyTurn(state) && isAlone(state) && !own?.left;
}
