// Points in words: how far the match goes, and how far a player is.

import type { View } from "$protocol";
import { counted, text } from "./language.svelte";

const OFFICIAL_TARGET = 500;

type Options = View["options"];

/** The points that decide the match; 0 if it is a single round. */
export const targetOf = (options: Options): number => Number(options.target ?? OFFICIAL_TARGET);

/** The rule by which rounds are scored. */
export function scoringRule(options: Options): "SCORE-01" | "SCORE-02" | "SCORE-03" {
  if (targetOf(options) === 0) return "SCORE-03";
  return options.scoring === "tally" ? "SCORE-02" : "SCORE-01";
}

/** How long the match is, in a few words: "first to 500", "Single round". */
export const lengthWords = (options: Options): string =>
  text(`room.length.${scoringRule(options)}`, { amount: targetOf(options) });

/** The points of a player, as far as the match goes: "147 of 500". */
export const pointsWords = (amount: number, options: Options): string =>
  targetOf(options) ? text("page.points.of", { amount, target: targetOf(options) }) : counted("page.points", amount);

/** The same for a screen reader. */
export const pointsSpoken = (amount: number, options: Options): string =>
  targetOf(options)
    ? text("page.points.of.spoken", { amount, target: targetOf(options) })
    : counted("page.points", amount);

/** Where the match stands: "Round 1" and "first to 500"; once somebody has points, "Round 2" and the reader's "120 of 500". */
export function progressWords({ options, scores, seat }: View, round: number): string[] {
  if (targetOf(options) === 0) return [lengthWords(options)];
  return [
    ...(round ? [text("room.round", { amount: round })] : []),
    seat !== null && scores.some(Boolean) ? pointsWords(scores[seat] ?? 0, options) : lengthWords(options),
  ];
}
