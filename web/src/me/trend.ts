// The numbers of reviewed matches over time, as positions in a chart.

import type { Size } from "$/review/geometry";

type Spot = readonly [x: number, y: number];

/** A curve: its line, broken where a value is missing, and a spot for every value. */
export interface Curve {
  line: string;
  spots: readonly Spot[];
}

/** The range of values that a chart shows. */
export interface Scale {
  low: number;
  high: number;
}

const MARGIN = 12; // px, so that the shapes of the first and the last match are whole
const STEPS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Distance of a match from the left edge; a single match is in the middle. */
export const xOfMatch = (index: number, count: number, width: number): number =>
  count > 1 ? MARGIN + (index / (count - 1)) * (width - 2 * MARGIN) : width / 2;

const yOf = (value: number, { low, high }: Scale, height: number): number =>
  MARGIN + ((high - value) / (high - low)) * (height - 2 * MARGIN);

/** The curve of one number through all matches; null where it is not known. */
export function curveOf(values: readonly (number | null)[], scale: Scale, { width, height }: Size): Curve {
  const places = values.map((value, index): Spot | null =>
    value === null ? null : [xOfMatch(index, values.length, width), yOf(value, scale, height)],
  );
  const line = places
    .map((place, index) => place && `${places[index - 1] ? "L" : "M"}${place[0].toFixed(1)} ${place[1].toFixed(1)}`)
    .filter(Boolean)
    .join("");
  return { line, spots: places.filter((place) => place !== null) };
}

/** A scale with 0 in the middle that holds all values, and the levels of its lines. */
export function evenScale(values: readonly number[]): { scale: Scale; levels: number[] } {
  const largest = Math.max(0.01, ...values.map(Math.abs));
  const high = STEPS.find((step) => step >= largest) ?? Math.ceil(largest);
  return { scale: { low: -high, high }, levels: [high, high / 2, 0, -high / 2, -high] };
}

/** Height of a level in a chart, from the top. */
export const yOfLevel = (level: number, scale: Scale, height: number): number => yOf(level, scale, height);

/** The mean of the values that are known; null if none is. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}
