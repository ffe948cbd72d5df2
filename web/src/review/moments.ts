// Turning points and mistakes as the lists show them.

import type { ReviewMistake, ReviewTurn } from "$protocol";
import type { NameOf } from "$/words/game";
import { text } from "$/words/language.svelte";
import { cardOf } from "./cardOf";
import type { SeatMark } from "./marks";
import type { Moment } from "./Moments.svelte";
import { points, signed } from "./numbers";
import { betterWords, decisionWords, deedWords, placeWords, stepWords, turnWords } from "./words";

/** A cause that changed this much more or less than the whole step is told beside it. */
const APART = 0.03;

/** Tell the turning points of a round, numbered as in its graph; those of a match with their round. */
export function turnMoments(
  turns: readonly ReviewTurn[],
  marks: readonly SeatMark[],
  nameOf: NameOf,
  isOfMatch: boolean,
): Moment[] {
  return turns.map((turn, index) => {
    const told = turnWords(turn, nameOf);
    const isApart = Math.abs(turn.whole - turn.change) > APART;
    return {
      round: turn.round,
      step: turn.step,
      number: isOfMatch ? null : index + 1,
      place: isOfMatch ? placeWords(turn) : stepWords(turn),
      deed: deedWords(turn, nameOf),
      mark: marks[turn.subject],
      grade: null,
      words: isApart ? text(`review.turning.${turn.cause}`, { words: told, points: signed(turn.change) }) : told,
      change: turn.whole,
      changed: signed(turn.whole),
      cost: null,
      cards: [],
    };
  });
}

/** Tell the mistakes of a round, each with what it cost and what would have been better; each leads to where that can still be chosen. */
export function mistakeMoments(
  mistakes: readonly ReviewMistake[],
  marks: readonly SeatMark[],
  nameOf: NameOf,
): Moment[] {
  return mistakes.map((mistake) => ({
    round: mistake.round,
    step: mistake.step - 1,
    number: null,
    place: decisionWords(mistake),
    deed: deedWords(mistake, nameOf),
    mark: marks[mistake.seat],
    grade: text(`review.grade.${mistake.grade}`),
    words: betterWords(mistake, nameOf),
    change: -mistake.gain,
    changed: signed(-mistake.gain),
    cost: text("review.cost.said", { points: points(mistake.gain) }),
    cards: [cardOf(mistake.sentence), cardOf(mistake.better)].filter((card) => card !== null),
  }));
}
