// The score of a match, with the rounds that this browser has seen.

import type { View } from "$protocol";

export interface RoundScore {
  points: readonly number[];
  /** The totals after the round. */
  scores: readonly number[];
  winner: number | null;
}

export interface ScoreSheet {
  /** Points from rounds that this browser has not seen; null if it has seen all. */
  before: readonly number[] | null;
  rounds: readonly RoundScore[];
  totals: readonly number[];
  /** The seats that lead, or have won. */
  leaders: readonly number[];
}

const isTally = (view: View): boolean => view.options.scoring === "tally";
const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((each, index) => each === others[index]);

/** Add a finished round to those known, unless it is among them. */
export function addRound(known: readonly RoundScore[], view: View): readonly RoundScore[] {
  if (!view.over) return known;
  const round = { points: view.points, scores: view.scores, winner: view.winner };
  const last = known.at(-1);
  // A void round changes no total; only its points distinguish it from the round before.
  return last && isSame(last.scores, round.scores) && isSame(last.points, round.points) ? known : [...known, round];
}

export function scoreSheet(view: View, rounds: readonly RoundScore[]): ScoreSheet {
  const first = rounds[0];
  const before = first ? first.scores.map((score, seat) => score - (first.points[seat] ?? 0)) : view.scores;
  return {
    before: before.some((points) => points !== 0) ? before : null,
    rounds,
    totals: view.scores,
    leaders: view.match_winners ?? leaders(view),
  };
}

function leaders(view: View): number[] {
  const best = isTally(view) ? Math.min(...view.scores) : Math.max(...view.scores);
  // At 0 to 0 nobody leads.
  if (view.scores.every((score) => score === best)) return [];
  return view.scores.flatMap((score, seat) => (score === best ? [seat] : []));
}

/** A hand at the end of a round: its cards, highest first, and their points. */
export interface CountedHand {
  seat: number;
  /** Null if the hand is hidden from this guest. */
  cards: readonly { card: string; points: number }[] | null;
  size: number;
  worth: number | null;
  /** What the seat scores for the round. */
  points: number;
  total: number;
}

/** Count the hands left at the end of a round. `worthOf` gives a card's points in the edition. */
export function countHands(view: View, hands: View["hands"], worthOf: (card: string) => number): CountedHand[] {
  return view.sizes.map((size, seat) => {
    const cards = (hands[seat] ?? (size === 0 ? [] : null))
      ?.map((card) => ({ card, points: worthOf(card) }))
      .sort((a, b) => b.points - a.points || a.card.localeCompare(b.card));
    return {
      seat,
      cards: cards ?? null,
      size,
      worth: cards?.reduce((sum, { points }) => sum + points, 0) ?? null,
      points: view.points[seat] ?? 0,
      total: view.scores[seat] ?? 0,
    };
  });
}
