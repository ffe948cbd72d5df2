// Formats of chances and changes, in reviews and hints.

import { text } from "$/words/language.svelte";

/** The typographic minus sign, as wide as a plus. */
const MINUS = "−";
const NONE = "–";

/** A chance as a percentage; a dash for null. */
export const percent = (chance: number | null, digits = 0): string =>
  chance === null ? NONE : text("review.percent", { percent: (100 * chance).toFixed(digits) });

const withSign = (value: number, written: string): string =>
  Number(written) === 0 ? written : (value > 0 ? "+" : MINUS) + written;

/** A difference of two chances: percentage points, not per cent. */
export const points = (difference: number | null): string =>
  difference === null ? NONE : text("review.points", { points: (100 * difference).toFixed(1) });

/** A change in percentage points with its sign, without the unit; no sign if it rounds to 0. */
export const bare = (change: number, digits = 1): string => withSign(change, (100 * Math.abs(change)).toFixed(digits));

/** The same with the unit. */
export const signed = (change: number): string => text("review.points", { points: bare(change) });

/** A margin with the sign ±, or in words for screen readers. */
export type MarginKey = "review.margin" | "review.margin.said";

/** A number with its margin; exact numbers have none. */
function withMargin(number: string, rounds: number, margin: number, key: MarginKey): string {
  const sure = rounds === 1 ? (100 * margin).toFixed(1) : margin.toFixed(2);
  return margin ? text(key, { number, margin: sure }) : number;
}

/** A part of a result: percentage points of one round, or a number of rounds; the heading says which. */
export function part(value: number, rounds: number, margin = 0, key: MarginKey = "review.margin"): string {
  const size = Math.abs(value);
  return withMargin(withSign(value, rounds === 1 ? (100 * size).toFixed(1) : size.toFixed(2)), rounds, margin, key);
}

/** The start or the result of the sum: a chance, or a number of rounds. */
export function whole(value: number, rounds: number, margin = 0, key: MarginKey = "review.margin"): string {
  const number = rounds === 1 ? (100 * value).toFixed(1) : value.toFixed(Number.isInteger(value) ? 0 : 2);
  const written = withMargin(number, rounds, margin, key);
  return rounds === 1 ? text("review.percent", { percent: written }) : written;
}

/** An interval; "" for what is certain. At 0 and 100 % it says that no trial, or every trial, ended so. */
export function range(low: number, high: number): string {
  const [from, to] = [Math.round(100 * low), Math.round(100 * high)];
  if (low === high && (low === 0 || low === 1)) return "";
  if (to === 0) return text("review.range.none");
  if (from === 100) return text("review.range.all");
  return text("review.range", { low: from, high: to });
}
