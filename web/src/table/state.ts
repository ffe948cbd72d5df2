// What a table is to somebody who looks at it, as a function of what the server said: `reduce` is all there is.
// Live play, watching and replay feed on the same steps.

import type { Clock, Did, EventShown, Message, TableShown, View, You } from "$protocol";

/** One step of a match: what was done, what came of it, and how things stood after it. */
export interface Step {
  /** The table's revision, or the number of a replay's frame. */
  number: number;
  did: Did | null;
  events: readonly EventShown[];
  /** None in what was missed: only the last of those comes with a view. */
  view: View | null;
}

/** A clock that this browser can show. */
export interface RunningClock extends Clock {
  /** When it has run out, in this browser's `performance.now()`. */
  until: number;
}

export interface TableState {
  /** None before the first welcome. */
  table: TableShown | null;
  you: You;
  view: View | null;
  /** The card that lies on the top card, as "b4" on a Gauntlet (AVG-01). */
  laid: string | null;
  clock: RunningClock | null;
  /** By seat: whether the person is connected. */
  here: readonly boolean[];
  spectators: number;
  /** The running round, oldest first; the last is the newest. */
  steps: readonly Step[];
  /** How far the compilation of the rules is, from 0 to 1, while a match waits for it. */
  preparing: number | null;
  /** Who sat where when the match began: results keep their names. */
  seats: TableShown["seats"];
}

export const NOBODY: You = { guest: null, name: null, seat: null, host: false };

export const EMPTY: TableState = {
  table: null,
  you: NOBODY,
  view: null,
  laid: null,
  clock: null,
  here: [],
  spectators: 0,
  steps: [],
  preparing: null,
  seats: [],
};

/** Whether a match is going on: seats are fixed. */
export const isRunning = (table: TableShown | null): boolean =>
  table !== null && ["starting", "playing", "round_over"].includes(table.status);

/** Return the state after a message. What concerns only the one who asked (`done`, `refused` …) changes nothing. */
export function reduce(state: TableState, message: Message, now: number): TableState {
  switch (message.type) {
    case "welcome": {
      // Who knows nothing of this round yet, or too little, is told all of it.
      const [known, added] = message.complete ? [state.steps, message.missed] : [[], message.log];
      return settle({
        ...state,
        table: message.table,
        you: message.you,
        view: message.view,
        laid: message.laid ?? null,
        clock: run(message.clock, now),
        here: message.here,
        spectators: message.spectators,
        steps: ofThisRound(known, added.map(stepOf)),
        preparing: null,
      });
    }
    case "update":
      return settle({
        ...state,
        table: message.table ?? state.table,
        you: message.you ?? state.you,
        view: message.view ?? state.view,
        laid: message.view ? (message.laid ?? null) : state.laid, // it comes with the view, or there is none
        clock: run(message.clock ?? null, now),
        // A match that goes on from a position begins without a deal among its events.
        steps: ofThisRound(message.what === "dealt" ? [] : state.steps, [stepOf(message)]),
        preparing: message.what === "dealt" ? null : state.preparing,
      });
    case "presence":
      return { ...state, here: message.here, spectators: message.spectators };
    case "preparing":
      return { ...state, preparing: message.progress };
    default:
      return state;
  }
}

function stepOf(update: { revision: number; did?: Did | null; events?: EventShown[]; view?: View | null }): Step {
  return {
    number: update.revision,
    did: update.did ?? null,
    events: update.events ?? [],
    view: update.view ?? null,
  };
}

/** Add steps; a deal begins a new list. Those that are known already, or tell nothing, are left out. */
function ofThisRound(known: readonly Step[], added: readonly Step[]): readonly Step[] {
  const last = known.at(-1)?.number ?? 0;
  const all = [...known, ...added.filter((step) => step.number > last && (step.events.length || step.did))];
  const deal = all.findLastIndex((step) => step.events.some(({ event }) => event === "deal"));
  return deal > 0 ? all.slice(deal) : all;
}

/** Keep the seats of a running match: those who left are gone from the table when it is over. */
function settle(state: TableState): TableState {
  const { table, view } = state;
  if (!table) return state;
  const isKept = !isRunning(table) && state.seats.length === view?.sizes.length;
  return isKept ? state : { ...state, seats: table.seats };
}

function run(clock: Clock | null, now: number): RunningClock | null {
  return clock && { ...clock, until: now + clock.left };
}
