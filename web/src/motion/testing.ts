// For tests: tables and steps with only what a test is about.

import type { EventShown, View } from "$protocol";
import type { Shown } from "$/table/shown";
import type { Step } from "$/table/state";

/** Make a view of four seats, seen from the first. */
export function viewed(part: Partial<View> = {}): View {
  const hands = part.hands ?? [["r1", "r7", "b2"], null, null, null];
  return {
    edition: "classic",
    options: {},
    discard: ["b6"],
    color: "b",
    turn: 0,
    direction: 1,
    dealer: 1,
    scores: hands.map(() => 0),
    boost: null,
    called: [],
    open: [],
    cut: null,
    cut_count: 1,
    passes: 0,
    moves: 0,
    over: false,
    winner: null,
    points: hands.map(() => 0),
    match_winners: null,
    seat: 0,
    hands,
    sizes: hands.map((hand) => hand?.length ?? 7),
    pile_size: 60,
    pending: null,
    drawn: null,
    shown: null,
    legal: [],
    ...part,
  };
}

/** Make what a board shows. */
export const shownAs = (part: Partial<View> = {}, me: number | null = 0, steps: readonly Step[] = []): Shown => ({
  view: viewed(part),
  laid: null,
  players: (part.hands ?? [0, 1, 2, 3]).map((_, seat) => ({
    seat,
    name: `P${seat}`,
    kind: "bot",
    level: null,
    isAway: false,
    isStoodInFor: false,
    hasLeft: false,
    said: null,
  })),
  me,
  theme: "classic",
  clock: null,
  steps,
});

/** Make an event. */
export const happened = (event: string, part: Partial<EventShown> = {}): EventShown => ({
  event,
  rule: "PLAY-01",
  ...part,
});

/** Make a step that has just come. */
export const step = (number: number, ...events: EventShown[]): Step => ({
  number,
  did: null,
  events,
  view: viewed(),
});
