// A round of four steps, for tests.

import type { EventShown, Frame, Replay, View } from "$protocol";

const view = (moves: number, seat: number | null): View =>
  ({
    edition: "classic",
    options: {},
    discard: ["r4"],
    color: "r",
    turn: moves < 3 ? moves % 2 : null,
    direction: 1,
    dealer: 1,
    scores: [0, moves === 3 ? 20 : 0],
    moves,
    over: moves === 3,
    winner: moves === 3 ? 1 : null,
    points: [0, moves === 3 ? 20 : 0],
    match_winners: moves === 3 ? [1] : null,
    seat,
    hands: [["r1"], ["gS"]],
    sizes: [1, 1],
    pile_size: 90,
    pending: null,
    called: [],
    open: [],
  }) as unknown as View;

const frame = (moves: number, seat: number | null, events: EventShown[], who?: number, move?: string): Frame => ({
  events,
  view: view(moves, seat),
  ...(move === undefined ? {} : { seat: who ?? null, move, foul: false }),
});

/** The round, open or as a seat saw it. */
export function sampleReplay(seat: number | null = null): Replay {
  const drawn = seat === 1 ? {} : { card: "b2" };
  return {
    match: {
      table: "ABCD",
      match: 1,
      edition: "classic",
      options: {},
      players: ["Anna", "Ben"],
      winners: [1],
      scores: [0, 20],
      rounds: 1,
      record: null,
      replay: "",
      proof: null,
      review: null,
      theme: "classic",
      origin: null,
    },
    round: 1,
    seat,
    edition: {
      name: "classic",
      theme: "classic",
      colors: ["r", "y", "g", "b"],
      title: {},
      kinds: [],
    } as unknown as Replay["edition"],
    frames: [
      frame(0, seat, [{ event: "deal", rule: "SETUP-03", seat: 1, amount: 7 }]),
      frame(1, seat, [{ event: "play", rule: "PLAY-01", seat: 0, card: "r4" }], 0, "play r4"),
      frame(
        2,
        seat,
        [
          { event: "accept", rule: "D2-01", seat: 0 },
          { event: "draw", rule: "D2-01", seat: 0, ...drawn },
          { event: "draw", rule: "D2-01", seat: 0, ...drawn },
          { event: "turn", rule: "PLAY-01", seat: 1 },
        ],
        0,
        "accept",
      ),
      frame(3, seat, [{ event: "out", rule: "END-01", seat: 1 }], 1, "play gS"),
    ],
  };
}
