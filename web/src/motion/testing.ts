// Models and steps for tests.

import type { EventShown, View } from "$protocol";
import type { BoardModel } from "$/table/boardModel";
import type { Step } from "$/table/state";

/** A view of four seats from seat 0. */
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

export const modelAs = (part: Partial<View> = {}, me: number | null = 0, steps: readonly Step[] = []): BoardModel => ({
  view: viewed(part),
  laid: null,
  costs: [],
  players: (part.hands ?? [0, 1, 2, 3]).map((_, seat) => ({
    seat,
    name: `P${seat}`,
    kind: "bot",
    level: null,
    isAway: false,
    isStoodInFor: false,
    hasLeft: false,
    emote: null,
  })),
  me,
  theme: "classic",
  clock: null,
  steps,
});

export const happened = (event: string, part: Partial<EventShown> = {}): EventShown => ({
  event,
  rule: "PLAY-01",
  ...part,
});

export const step = (number: number, ...events: EventShown[]): Step => ({
  number,
  did: null,
  events,
  view: viewed(),
});
