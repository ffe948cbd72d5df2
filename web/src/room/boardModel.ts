// Builds the board model of a live table from its state.

import type { Emote } from "$protocol";
import { namer, playersOf, type Player, type BoardModel } from "$/table/boardModel";
import { isRunning, type TableState } from "$/table/state";
import type { NameOf } from "$/words/game";

/** The players on the board: while a result is shown those of the match, not guests who sat down since. */
function playersNow(state: TableState, emotes: ReadonlyMap<number, Emote> = new Map()): Player[] {
  const { table, seats, here } = state;
  // After the match others may take the seats, so `here` says nothing about the players of the match.
  const isSame = table !== null && (isRunning(table) || table.seats.length === seats.length);
  return playersOf(seats, isSame ? here : seats.map(() => true), emotes);
}

export const namesOf = (state: TableState): NameOf => namer(playersNow(state), state.view?.seat ?? null);

/** Return the model of the board; null before the first deal. */
export function boardModelOf(state: TableState, emotes: ReadonlyMap<number, Emote>): BoardModel | null {
  const { table, view } = state;
  if (!table || !view) return null;
  return {
    view,
    laid: state.laid,
    costs: state.costs,
    players: playersNow(state, emotes),
    me: view.seat,
    // The setup may already be that of the next match.
    theme: table.setup.edition === view.edition ? table.setup.theme : view.edition,
    clock: state.clock,
    steps: state.steps,
  };
}

/** Whether this guest has to decide. */
export const isMyTurn = ({ table, view }: TableState): boolean =>
  table?.status === "playing" && view !== null && !view.over && view.seat !== null && view.turn === view.seat;

/** Whether no other person is connected to a seat, so that nobody else waits or is hurried. */
export function isAlone({ table, you, here }: TableState): boolean {
  if (!table || you.seat === null) return false;
  return table.seats.every(
    (seat, number) => number === you.seat || seat.kind !== "person" || seat.left || !here[number],
  );
}

/** Whether "skip to my turn" is offered: alone with bots, and one of them has to decide. */
export function canHurry(state: TableState): boolean {
  const { table, view, you } = state;
  const own = you.seat === null ? undefined : table?.seats[you.seat];
  return table?.status === "playing" && view !== null && !isMyTurn(state) && isAlone(state) && !own?.left;
}
