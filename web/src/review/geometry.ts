// Positions in the graph of a round, in pixels: stacked bands, or a line per seat with its interval.

import type { ReviewStep } from "$protocol";

export interface Size {
  width: number;
  height: number;
}

type Spot = readonly [number, number];

/** Estimates are rounded; bands whose sum is this close to 1 fill the picture. */
const ROUNDING = 0.02;

/** Distance of a step from the left edge. */
export const xOfStep = (step: number, last: number, width: number): number => (last > 0 ? (step / last) * width : 0);

/** The step nearest to a position. */
export function stepAt(x: number, last: number, width: number): number {
  const step = width > 0 ? Math.round((x / width) * last) : 0;
  return Math.min(Math.max(0, step), last);
}

/** Stack the chances. They may sum to less than 1, for instance after a void round, and are not scaled then. */
export function stackChances(chances: readonly number[]): number[] {
  const piled = [0];
  for (const chance of chances) piled.push(Math.min(1, (piled.at(-1) ?? 0) + chance));
  const top = piled.at(-1) ?? 0;
  return Math.abs(top - 1) < ROUNDING ? [...piled.slice(0, -1), 1] : piled;
}

/** A round whose only step is the deal is drawn as flat bands. */
const drawable = (points: readonly ReviewStep[]): readonly ReviewStep[] =>
  points.length === 1 ? [...points, ...points] : points;

const write = (spots: readonly Spot[]): string =>
  spots.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** By seat, the outline of its band and its upper edge. */
export function bandsOf(points: readonly ReviewStep[], { width, height }: Size): { area: string; edge: string }[] {
  const all = drawable(points);
  const piles = all.map(({ chances }) => stackChances(chances));
  const last = all.length - 1;
  const border = (level: number): Spot[] =>
    piles.map((pile, step) => [xOfStep(step, last, width), (1 - (pile[level] ?? 0)) * height]);
  return (points[0]?.chances ?? []).map((_, seat) => {
    const edge = border(seat + 1);
    return { area: `${write([...edge, ...border(seat).reverse()])}Z`, edge: write(edge) };
  });
}

/** By seat, its line, the interval around it, and the positions of its shapes. */
export function linesOf(
  points: readonly ReviewStep[],
  { width, height }: Size,
): { line: string; interval: string; spots: Spot[] }[] {
  const all = drawable(points);
  const last = all.length - 1;
  const seats = points[0]?.chances.length ?? 0;
  const every = Math.max(1, Math.round(last / 6)); // steps between two shapes of a line
  return Array.from({ length: seats }, (_, seat) => {
    const trace = (values: (point: ReviewStep) => readonly number[]): Spot[] =>
      all.map((point, step) => [xOfStep(step, last, width), (1 - (values(point)[seat] ?? 0)) * height]);
    const line = trace(({ chances }) => chances);
    const interval = [...trace(({ high }) => high), ...trace(({ low }) => low).reverse()];
    // Each seat has its shapes at other steps, so that they do not cover one another.
    const first = seats ? Math.round(((seat + 0.5) / seats) * every) : 0;
    return {
      line: write(line),
      interval: `${write(interval)}Z`,
      spots: line.filter((_, step) => step % every === first % every && step > 0 && step < last),
    };
  });
}

/** The steps that are numbered along the lower edge: a few round numbers and the last step. */
export function ticksOf(last: number, width: number): number[] {
  const maxLabels = Math.max(1, Math.floor(width / 64)); // a number needs 64 px
  const every = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500].find((each) => last / each <= maxLabels) ?? last;
  const round = Array.from({ length: Math.floor(last / every) + 1 }, (_, index) => index * every);
  return [...round.filter((each) => last - each >= every / 2), last];
}

/** Move positions apart to at least `room` px, in their order and, if possible, within the width. */
export function spread(places: readonly number[], room: number, width: number): number[] {
  const moved = [...places];
  for (let index = 1; index < moved.length; index += 1)
    moved[index] = Math.max(moved[index] ?? 0, (moved[index - 1] ?? 0) + room);
  let end = Math.max(width, (moved.length - 1) * room); // the furthest that a position may lie to the right
  for (let index = moved.length - 1; index >= 0; index -= 1, end -= room)
    moved[index] = Math.min(moved[index] ?? 0, end);
  return moved;
}
