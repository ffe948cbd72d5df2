// The parts of a result as a waterfall chart: each bar begins where the one before ends, the last is their sum.

import type { ReviewSummary } from "$protocol";

/** The first is the same for everybody, the last is the sum of the others. */
const PARTS = ["start", "deal", "draws", "own", "others", "result"] as const;
export type Part = (typeof PARTS)[number];

export interface Bar {
  part: Part;
  value: number;
  /** Half its 95 % interval; 0 if it is exact, or the review is too old to have margins. */
  margin: number;
  /** From the left, as a share of the axis. */
  left: number;
  width: number;
  /** Whether the bar begins at 0; the others are changes. */
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

/** One axis for all players, so that their bars can be compared. */
export function axisOf(summaries: readonly ReviewSummary[]): Axis {
  const all = summaries.flatMap((each) => [...levels(each), each.result]);
  return { low: Math.min(0, ...all), high: Math.max(0.01, ...all) };
}

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
