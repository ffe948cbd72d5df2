// A review in words, with the same texts as huefall/review/wording.py.

import type { Review, ReviewMistake, ReviewRound, ReviewStep, ReviewTurn } from "$protocol";
import { advise } from "$/words/advice";
import { moveName, type NameOf } from "$/words/game";
import { join, text } from "$/words/language.svelte";
import { percent } from "./numbers";

/** What the words about a step need; the deal has no seat. */
export interface StepFacts {
  round: number;
  step: number;
  seat: number | null;
  sentence: string | null;
  foul?: boolean;
}

/** The move of a step: "Anna: Play red 7". */
export function moveWords({ seat, sentence, foul }: StepFacts, nameOf: NameOf): string {
  if (seat === null) return text("review.dealt");
  if (sentence === null) return text("review.let_pass", { player: nameOf(seat) });
  return text(foul ? "review.move.foul" : "review.move", { player: nameOf(seat), move: moveName(sentence, nameOf) });
}

export const stepWords = ({ step }: Pick<StepFacts, "step">): string => text("review.step", { amount: step });
export const placeWords = ({ round, step }: Pick<StepFacts, "round" | "step">): string =>
  text("review.place", { round, step });

/** A round and how it ended: "Round 1: won by Anna". */
export function roundWords({ round, over, winner }: ReviewRound, nameOf: NameOf): string {
  if (!over) return text("review.round.open", { amount: round });
  if (winner === null) return text("review.round.void", { amount: round });
  return text("review.round.won", { amount: round, player: nameOf(winner) });
}

/** The step before a mistake, at which the better move can still be chosen. */
export const decisionWords = ({ step }: Pick<StepFacts, "step">): string => text("review.decision", { amount: step });

/** What a turning point was about. */
export function turnWords({ code, subject, seat, drew }: ReviewTurn, nameOf: NameOf): string {
  const others = code.endsWith("_others") ? drew : [seat ?? subject];
  return text(`review.turn.${code}`, { player: nameOf(subject), other: join(others.map(nameOf)) });
}

/** What would have been better, and why. */
export function betterWords({ better, reason, seat, went_well: wentWell }: ReviewMistake, nameOf: NameOf): string {
  const told = [advise(reason, nameOf)];
  if (better !== null) {
    const move = text("review.better.move", { move: moveName(better, nameOf) });
    told.unshift(/[!！]$/.test(move) ? move : move + text("review.stop")); // a call at its end already has its mark
  }
  if (wentWell) told.push(text("review.better.went_well", { player: nameOf(seat) }));
  return told.reduce((first, second) => text("review.sentences", { first, second }));
}

/** Who won the match, or that it is not over. */
export function resultWords({ finished, winners }: Review, nameOf: NameOf): string {
  return finished ? text("event.match", { player: join(winners.map(nameOf)) }) : text("review.unfinished");
}

/** The graph of a round in a few sentences: how it ended, who led the longest, and its turning points. */
export function courseWords(round: ReviewRound, nameOf: NameOf): string {
  const { steps, turning_points: turns } = round;
  const told = [roundWords(round, nameOf) + text("review.stop")];
  const led = (steps[0]?.chances ?? []).map(() => 0);
  for (const { chances } of steps) {
    const most = Math.max(...chances);
    chances.forEach((chance, seat) => (led[seat] = (led[seat] ?? 0) + Number(chance === most)));
  }
  const longest = Math.max(0, ...led);
  const ahead = led.flatMap((amount, seat) => (amount === longest ? [nameOf(seat)] : []));
  if (longest && ahead.length < led.length)
    told.push(text("review.course.ahead", { player: join(ahead), amount: longest, steps: steps.length }));
  if (turns.length) told.push(text("review.course.turns", { steps: join(turns.map(({ step }) => String(step))) }));
  return told.reduce((first, second) => text("review.sentences", { first, second }));
}

/** Everybody's chance at a step, in one line. */
export const chancesWords = ({ chances }: ReviewStep, nameOf: NameOf): string =>
  join(chances.map((chance, seat) => text("review.chance", { player: nameOf(seat), percent: percent(chance) })));
