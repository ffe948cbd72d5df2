// Highlights of a review: turning points and mistakes, as the lists show them.

import type { ReviewMistake, ReviewTurn } from "$protocol";
import type { NameOf } from "$/words/game";
import { text } from "$/words/language.svelte";
import { cardOf } from "./cardOf";
import type { SeatMark } from "./marks";
import { points, signed } from "./numbers";
import { betterWords, decisionWords, moveWords, placeWords, stepWords, turnWords } from "./words";

/** A turning point in words, or a mistake. */
export interface Highlight {
  round: number;
  /** The step it leads to. */
  step: number;
  /** Its number in the graph, or null. */
  number: number | null;
  /** "Step 12", "Round 2, step 5" */
  place: string;
  /** "Anna plays red 7" */
  move: string;
  /** The mark of the player whose chance changed. */
  mark: SeatMark | undefined;
  /** Of a mistake, how bad it was: "Blunder". */
  grade: string | null;
  words: string;
  /** Change of that player's chance. */
  change: number;
  changed: string;
  /** The change in words, if a mistake cost it. */
  cost: string | null;
  /** The card that was played and a better one, such as "W_b"; empty if no card was played. */
  cards: readonly string[];
}

/** A cause whose change differs from that of the whole step by more than this is given separately. */
const MIN_DIFFERENCE = 0.03;

/** The turning points of a round, numbered as in its graph; those of a match with their round instead. */
export function turningPointHighlights(
  turns: readonly ReviewTurn[],
  marks: readonly SeatMark[],
  nameOf: NameOf,
  isOfMatch: boolean,
): Highlight[] {
  return turns.map((turn, index) => {
    const told = turnWords(turn, nameOf);
    const isDifferent = Math.abs(turn.whole - turn.change) > MIN_DIFFERENCE;
    return {
      round: turn.round,
      step: turn.step,
      number: isOfMatch ? null : index + 1,
      place: isOfMatch ? placeWords(turn) : stepWords(turn),
      move: moveWords(turn, nameOf),
      mark: marks[turn.subject],
      grade: null,
      words: isDifferent ? text(`review.turning.${turn.cause}`, { words: told, points: signed(turn.change) }) : told,
      change: turn.whole,
      changed: signed(turn.whole),
      cost: null,
      cards: [],
    };
  });
}

/** The mistakes of a round with their cost and the better move; each leads to the step before, where one can still choose. */
export function mistakeHighlights(
  mistakes: readonly ReviewMistake[],
  marks: readonly SeatMark[],
  nameOf: NameOf,
): Highlight[] {
  return mistakes.map((mistake) => ({
    round: mistake.round,
    step: mistake.step - 1,
    number: null,
    place: decisionWords(mistake),
    move: moveWords(mistake, nameOf),
    mark: marks[mistake.seat],
    grade: text(`review.grade.${mistake.grade}`),
    words: betterWords(mistake, nameOf),
    change: -mistake.gain,
    changed: signed(-mistake.gain),
    cost: text("review.cost.said", { points: points(mistake.gain) }),
    cards: [cardOf(mistake.sentence), cardOf(mistake.better)].filter((card) => card !== null),
  }));
}
