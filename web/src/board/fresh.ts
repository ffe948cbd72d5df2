// Which steps a board has not shown yet.

import type { Step } from "$/table/state";

/** Return the steps after `seen`. Of a table that is only now looked at (none) nothing is new, but a deal just made is. */
export function newSteps(steps: readonly Step[], seen: number | null): readonly Step[] {
  if (seen !== null) return steps.filter(({ number }) => number > seen);
  const isJustDealt = steps.length === 1 && steps[0]?.events.some(({ event }) => event === "deal");
  return isJustDealt ? steps : [];
}
