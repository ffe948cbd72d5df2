// The score of a match, round by round as far as this browser has seen it.

import type { View } from "$protocol";

/** What a round added. */
export interface RoundScore {
  points: readonly number[];
  /** The totals after it. */
  scores: readonly number[];
  winner: number | null;
}

export interface ScoreSheet {
  /** Points of rounds that were played before one looked; none if every round is known. */
  before: readonly number[] | null;
  rounds: readonly RoundScore[];
  totals: readonly number[];
  /** Who leads, or has won. */
  leaders: readonly number[];
}

const isTally = (view: View): boolean => view.options.scoring === "tally";
const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((each, index) => each === others[index]);

/** Add the round that is over to those known; one that is known already is not added twice. */
export function addRound(known: readonly RoundScore[], view: View): readonly RoundScore[] {
  if (!view.over) return known;
  const round = { points: view.points, scores: view.scores, winner: view.winner };
  const last = known.at(-1);
  // A void round changes no total: it can only be told from the one before by its points.
  return last && isSame(last.scores, round.scores) && isSame(last.points, round.points) ? known : [...known, round];
}

/** Make the sheet of a match from its view and the rounds that were seen. */
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
  // At nothing to nothing nobody leads.
  if (view.scores.every((score) => score === best)) return [];
  return view.scores.flatMap((score, seat) => (score === best ? [seat] : []));
}

/** Which rule says how the round is counted. */
export function scoringRule(view: View): "SCORE-01" | "SCORE-02" | "SCORE-03" {
  if (view.options.target === 0) return "SCORE-03";
  return isTally(view) ? "SCORE-02" : "SCORE-01";
}

/** A hand as it is counted: its cards, dearest first, and what they are worth together. */
export interface CountedHand {
  seat: number;
  /** None: the hand is not open to the one who looks. */
  cards: readonly { card: string; points: number }[] | null;
  size: number;
  worth: number | null;
  /** What the round adds to this seat's score. */
  points: number;
  total: number;
}

/** Count the hands that are left when a round is over. `worthOf`: a card's points in the edition. */
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
