// A review in words: what its codes and numbers say, as huefall/review/words.py tells it.

import type { Review, ReviewMistake, ReviewRound, ReviewStep, ReviewTurn } from "$protocol";
import { advise } from "$/words/advice";
import { moveName, type NameOf } from "$/words/game";
import { join, text } from "$/words/language.svelte";

/** What was done at a step; nobody did anything at the deal. */
export interface Deed {
  round: number;
  step: number;
  seat: number | null;
  sentence: string | null;
  foul?: boolean;
}

/** A proper minus sign, as wide as a plus. */
const MINUS = "−";
const NONE = "–";

/** Write a chance; a dash where there is none. */
export const percent = (chance: number | null, digits = 0): string =>
  chance === null ? NONE : text("review.percent", { percent: (100 * chance).toFixed(digits) });

const withSign = (value: number, written: string): string =>
  Number(written) === 0 ? written : (value > 0 ? "+" : MINUS) + written;

/** Write a change with its sign; a change too small for the digits has none. */
export const signed = (change: number, digits = 0): string =>
  text("review.percent", { percent: withSign(change, (100 * Math.abs(change)).toFixed(digits)) });

/** Write a part of a result: of one round as a change of the chance, of several in rounds. */
export const part = (value: number, rounds: number): string =>
  rounds === 1 ? signed(value, 1) : withSign(value, Math.abs(value).toFixed(2));

/** Write what parts are added to, or the result: a chance, or rounds. */
export const whole = (value: number, rounds: number): string =>
  rounds === 1 ? percent(value, 1) : value.toFixed(Number.isInteger(value) ? 0 : 2);

/** Write an interval. */
export const range = (low: number, high: number): string =>
  text("review.range", { low: (100 * low).toFixed(0), high: (100 * high).toFixed(0) });

/** Tell what was done at a step. */
export function deedWords({ seat, sentence, foul }: Deed, nameOf: NameOf): string {
  if (seat === null || sentence === null) return text("review.dealt");
  return text(foul ? "review.move.foul" : "review.move", { player: nameOf(seat), move: moveName(sentence, nameOf) });
}

export const stepWords = ({ step }: Pick<Deed, "step">): string => text("review.step", { amount: step });
export const placeWords = ({ round, step }: Pick<Deed, "round" | "step">): string =>
  text("review.place", { round, step });

/** Name a round and how it ended. */
export function roundWords({ round, over, winner }: ReviewRound, nameOf: NameOf): string {
  if (!over) return text("review.round.open", { amount: round });
  if (winner === null) return text("review.round.void", { amount: round });
  return text("review.round.won", { amount: round, player: nameOf(winner) });
}

/** Tell what a turning point was about. */
export function turnWords({ code, subject, seat }: ReviewTurn, nameOf: NameOf): string {
  return text(`review.turn.${code}`, { player: nameOf(subject), other: nameOf(seat ?? subject) });
}

/** Tell what would have been better, and why. */
export function betterWords({ better, reason }: ReviewMistake, nameOf: NameOf): string {
  const because = advise(reason, nameOf);
  if (better === null) return because;
  const move = text("review.better.move", { move: moveName(better, nameOf) });
  const stop = move.endsWith("!") ? "" : text("review.stop");
  return `${move}${stop}${stop === "。" ? "" : " "}${because}`;
}

/** Tell who won the match, or that it is not over. */
export function resultWords({ finished, winners }: Review, nameOf: NameOf): string {
  return finished ? text("event.match", { player: join(winners.map(nameOf)) }) : text("review.unfinished");
}

/** Tell everybody's chance at a step in one line. */
export const chancesWords = ({ chances }: ReviewStep, nameOf: NameOf): string =>
  join(chances.map((chance, seat) => text("review.chance", { player: nameOf(seat), percent: percent(chance) })));
