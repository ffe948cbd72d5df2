// The state of a table as one client sees it: a pure function, `reduce`, of the server's messages.
// Live play, watching and replay share its steps.

import type { Clock, Cost, Did, EventShown, Message, TableShown, View, You } from "$protocol";

/** One step of a match: the move, its events and the view after it. */
export interface Step {
  /** The table's revision, or the number of a replay's frame. */
  number: number;
  did: Did | null;
  events: readonly EventShown[];
  /** Null in steps that this client missed: only the last of them comes with a view. */
  view: View | null;
}

export interface RunningClock extends Clock {
  /** When it runs out, in terms of this browser's `performance.now()`. */
  until: number;
}

export interface TableState {
  /** Null before the first welcome. */
  table: TableShown | null;
  you: You;
  view: View | null;
  /** The card laid on the top card, such as "b4" on a Gauntlet (AVG-01). */
  laid: string | null;
  /** What the answers of this seat to the pending question cost. */
  costs: readonly Cost[];
  clock: RunningClock | null;
  /** By seat: whether the person is connected. */
  here: readonly boolean[];
  spectators: number;
  /** The seats that somebody may take over now. */
  joinable: readonly number[];
  /** The steps of the running round, oldest first. */
  steps: readonly Step[];
  /** How far the rules are compiled, from 0 to 1, while a match waits for them. */
  preparing: number | null;
  /** The seats of the running or last match: results keep the names of players who have left since. */
  seats: TableShown["seats"];
}

const NOBODY: You = { guest: null, name: null, seat: null, host: false };

export const EMPTY: TableState = {
  table: null,
  you: NOBODY,
  view: null,
  laid: null,
  costs: [],
  clock: null,
  here: [],
  spectators: 0,
  joinable: [],
  steps: [],
  preparing: null,
  seats: [],
};

/** Whether a match is running, so that seats are fixed. */
export const isRunning = (table: TableShown | null): boolean =>
  table !== null && ["starting", "playing", "round_over"].includes(table.status);

/** Return the state after a message. Replies to commands (`done`, `refused` …) do not change it. */
export function reduce(state: TableState, message: Message, now: number): TableState {
  switch (message.type) {
    case "welcome": {
      // The server sends the whole round if it cannot send exactly the steps that this client missed.
      const [known, added] = message.complete ? [state.steps, message.missed] : [[], message.log];
      return keepSeats({
        ...state,
        table: message.table,
        you: message.you,
        view: message.view,
        laid: message.laid ?? null,
        costs: message.costs ?? [],
        clock: started(message.clock, now),
        here: message.here,
        spectators: message.spectators,
        joinable: message.joinable ?? [],
        steps: addSteps(known, added.map(stepOf)),
        preparing: null,
      });
    }
    case "update":
      return keepSeats({
        ...state,
        table: message.table ?? state.table,
        you: message.you ?? state.you,
        view: message.view ?? state.view,
        // Parts of the view.
        laid: message.view ? (message.laid ?? null) : state.laid,
        costs: message.view ? (message.costs ?? []) : state.costs,
        clock: started(message.clock ?? null, now),
        // A match that starts from a position has no deal among its events.
        steps: addSteps(message.what === "dealt" ? [] : state.steps, [stepOf(message)]),
        preparing: message.what === "dealt" ? null : state.preparing,
      });
    case "presence":
      return { ...state, here: message.here, spectators: message.spectators, joinable: message.joinable ?? [] };
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

/** Add steps to those of the round; a deal starts a new list. Known steps, and steps without a move or event, are left out. */
function addSteps(known: readonly Step[], added: readonly Step[]): readonly Step[] {
  const last = known.at(-1)?.number ?? 0;
  const all = [...known, ...added.filter((step) => step.number > last && (step.events.length || step.did))];
  const deal = all.findLastIndex((step) => step.events.some(({ event }) => event === "deal"));
  return deal > 0 ? all.slice(deal) : all;
}

/** Keep the seats of the last match until the table has another one: players who have left are no longer in `table.seats`. */
function keepSeats(state: TableState): TableState {
  const { table, view } = state;
  if (!table) return state;
  const isKept = !isRunning(table) && state.seats.length === view?.sizes.length;
  return isKept ? state : { ...state, seats: table.seats };
}

function started(clock: Clock | null, now: number): RunningClock | null {
  return clock && { ...clock, until: now + clock.left };
}
