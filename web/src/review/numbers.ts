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

/** Write a change with its sign; one that is too small for a decimal has none. */
export const signed = (change: number): string =>
  text("review.percent", { percent: withSign(change, (100 * Math.abs(change)).toFixed(1)) });

/** Write a part of a result: of one round as a change of the chance, of several in rounds. */
export const part = (value: number, rounds: number): string =>
  rounds === 1 ? signed(value) : withSign(value, Math.abs(value).toFixed(2));

/** Write what parts are added to, or the result: a chance, or rounds. */
export const whole = (value: number, rounds: number): string =>
  rounds === 1 ? percent(value, 1) : value.toFixed(Number.isInteger(value) ? 0 : 2);

/** Write an interval. */
export const range = (low: number, high: number): string =>
  text("review.range", { low: (100 * low).toFixed(0), high: (100 * high).toFixed(0) });
