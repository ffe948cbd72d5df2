// Views and players for tests of the board.

import type { View } from "$protocol";
import type { Player, BoardModel } from "$/table/boardModel";

interface Sample extends Partial<View> {
  /** The hand of seat 0. */
  hand?: string[];
}

/** A view of seat 0, by default at a table of four. */
export function viewOf({ hand = ["r3", "g5"], ...rest }: Sample = {}): View {
  const sizes = rest.sizes ?? [hand.length, 3, 5, 1];
  return {
    edition: "classic",
    options: {},
    discard: ["y5", "r5"],
    color: "r",
    turn: 0,
    direction: 1,
    dealer: 1,
    scores: sizes.map(() => 0),
    boost: null,
    called: [],
    open: [],
    cut: null,
    cut_count: 1,
    passes: 0,
    moves: 4,
    over: false,
    winner: null,
    points: sizes.map(() => 0),
    match_winners: null,
    seat: 0,
    hands: sizes.map((_, seat) => (seat === 0 ? hand : null)),
    sizes,
    pile_size: 40,
    pending: null,
    drawn: null,
    shown: null,
    legal: [],
    ...rest,
  };
}

export const playerOf = (seat: number, rest: Partial<Player> = {}): Player => ({
  seat,
  name: ["Ann", "Ben", "Cy", "Dee"][seat] ?? `P${seat}`,
  kind: "person",
  level: null,
  isAway: false,
  isStoodInFor: false,
  hasLeft: false,
  emote: null,
  ...rest,
});

export function modelOf(view: View, rest: Partial<BoardModel> = {}): BoardModel {
  const players = view.sizes.map((_, seat) => playerOf(seat));
  return { view, laid: null, costs: [], players, me: view.seat, theme: "classic", clock: null, steps: [], ...rest };
}
