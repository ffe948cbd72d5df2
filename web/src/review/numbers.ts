// Chances and changes as they are written, of reviews and hints.

import { text } from "$/words/language.svelte";

/** A proper minus sign, as wide as a plus. */
const MINUS = "−";
const NONE = "–";

/** Write a chance; a dash where there is none. */
export const percent = (chance: number | null, digits = 0): string =>
  chance === null ? NONE : text("review.percent", { percent: (100 * chance).toFixed(digits) });

const withSign = (value: number, written: string): string =>
  Number(written) === 0 ? written : (value > 0 ? "+" : MINUS) + written;

/** Write a difference of two chances: it is no share of anything, so it is not written as one. */
export const points = (difference: number | null): string =>
  difference === null ? NONE : text("review.points", { points: (100 * difference).toFixed(1) });

/** Write a change with its sign; one that is too small for a decimal has none. */
export const signed = (change: number): string =>
  text("review.points", { points: withSign(change, (100 * Math.abs(change)).toFixed(1)) });

/** As a margin is read, and as it is said to whoever listens. */
export type MarginKey = "review.margin" | "review.margin.said";

/** Write a number and how sure it is; what is certain has no margin. */
function withMargin(number: string, rounds: number, margin: number, key: MarginKey): string {
  const sure = rounds === 1 ? (100 * margin).toFixed(1) : margin.toFixed(2);
  return margin ? text(key, { number, margin: sure }) : number;
}

/** Write a part of a result: of one round in percentage points, of several in rounds; which it is, is said above them all. */
export function part(value: number, rounds: number, margin = 0, key: MarginKey = "review.margin"): string {
  const size = Math.abs(value);
  return withMargin(withSign(value, rounds === 1 ? (100 * size).toFixed(1) : size.toFixed(2)), rounds, margin, key);
}

/** Write what parts are added to, or the result: a chance, or rounds. */
export function whole(value: number, rounds: number, margin = 0, key: MarginKey = "review.margin"): string {
  const number = rounds === 1 ? (100 * value).toFixed(1) : value.toFixed(Number.isInteger(value) ? 0 : 2);
  const written = withMargin(number, rounds, margin, key);
  return rounds === 1 ? text("review.percent", { percent: written }) : written;
}

/** Write an interval; none of what is certain, and the ends as what trials can tell of them. */
export function range(low: number, high: number): string {
  const [from, to] = [Math.round(100 * low), Math.round(100 * high)];
  if (low === high && (low === 0 || low === 1)) return "";
  if (to === 0) return text("review.range.none");
  if (from === 100) return text("review.range.all");
  return text("review.range", { low: from, high: to });
}
