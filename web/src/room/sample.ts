// A table, a view and a state for tests.

import type { SeatShown, TableShown, View } from "$protocol";
import { EMPTY, type TableState } from "$/table/state";

export const person = (name: string, more: Partial<SeatShown> = {}): SeatShown => ({ kind: "person", name, ...more });
export const bot = (level = "normal"): SeatShown => ({ kind: "bot", level });
export const free: SeatShown = { kind: "empty" };

export function sampleTable(change: Partial<TableShown> = {}): TableShown {
  return {
    code: "abcdef",
    status: "open",
    setup: {
      edition: "classic",
      theme: "classic",
      own_edition: false,
      preset: "official",
      options: {},
      seats: 3,
      move_seconds: 45,
      bot_pause_ms: 1200,
      public: false,
      hints: false,
      late_joining: "open",
    },
    seats: [person("Anna"), person("Ben"), bot()],
    host: 0,
    match: 0,
    commitment: null,
    finished: [],
    requests: [],
    lesson: null,
    origin: null,
    hands: null,
    round: 1,
    upcoming: null,
    revealed: [],
    ...change,
  };
}

export function sampleView(change: Partial<View> = {}): View {
  return {
    edition: "classic",
    options: {},
    discard: ["r5"],
    color: "r",
    turn: 0,
    direction: 1,
    dealer: 2,
    scores: [0, 0, 0],
    boost: null,
    called: [],
    open: [],
    cut: null,
    cut_count: 0,
    passes: 0,
    moves: 3,
    over: false,
    winner: null,
    points: [0, 0, 0],
    match_winners: null,
    seat: 0,
    hands: [["r7", "W"], null, null],
    sizes: [2, 5, 7],
    pile_size: 80,
    pending: null,
    drawn: null,
    shown: null,
    legal: ["play r7", "draw"],
    ...change,
  };
}

export function sampleState(change: Partial<TableState> = {}): TableState {
  const table = change.table ?? sampleTable({ status: "playing", match: 1 });
  return {
    ...EMPTY,
    table,
    you: { guest: "g", name: "Anna", seat: 0, host: true },
    view: sampleView(),
    here: [true, true, false],
    seats: table.seats,
    ...change,
  };
}
