// The parts of a result as bars that follow one another: each begins where the one before ends, the last is their sum.

import type { ReviewSummary } from "$protocol";

/** The first is where everybody begins, the last is what the others add up to. */
export const PARTS = ["start", "deal", "draws", "own", "others", "result"] as const;
export type Part = (typeof PARTS)[number];

export interface Bar {
  part: Part;
  value: number;
  /** Half its 95 % interval; nothing where it is certain, or the review is too old to tell. */
  margin: number;
  /** In shares of the axis, from the left. */
  left: number;
  width: number;
  /** A whole, from nothing; the others are changes. */
  isWhole: boolean;
}

export interface Axis {
  low: number;
  high: number;
}

function levels(summary: ReviewSummary): number[] {
  let level = 0;
  return PARTS.slice(0, -1).map((part) => (level += summary[part]));
}

/** Return an axis on which everybody's bars have room, so that they can be compared. */
export function axisOf(summaries: readonly ReviewSummary[]): Axis {
  const all = summaries.flatMap((each) => [...levels(each), each.result]);
  return { low: Math.min(0, ...all), high: Math.max(0.01, ...all) };
}

/** Return the bars of one player. */
export function barsOf(summary: ReviewSummary, { low, high }: Axis): Bar[] {
  const share = (value: number): number => (value - low) / (high - low);
  let level = 0;
  return PARTS.map((part) => {
    const value = summary[part];
    const margin = part === "start" ? 0 : summary.margins[part];
    const isWhole = part === "start" || part === "result";
    const from = isWhole ? 0 : level;
    const to = from + value;
    if (part !== "result") level += value;
    const left = share(Math.min(from, to));
    return { part, value, margin, left, width: share(Math.max(from, to)) - left, isWhole };
  });
}
