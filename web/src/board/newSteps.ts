import type { Step } from "$/table/state";

/**
 * Return the steps after number `seen`. When a table has just been opened (null) nothing is new, except a deal that is its
 * only step so far.
 */
export function newSteps(steps: readonly Step[], seen: number | null): readonly Step[] {
  if (seen !== null) return steps.filter(({ number }) => number > seen);
  const isJustDealt = steps.length === 1 && steps[0]?.events.some(({ event }) => event === "deal");
  return isJustDealt ? steps : [];
}
