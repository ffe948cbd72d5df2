// How a penalty has grown: the draw cards of the running stack, read from the last steps.

import { effectOf } from "$/cards/deck.svelte";
import type { Step } from "$/table/state";

/**
 * Return the terms of a penalty, oldest first: [2, 2, 4] for 8.
 *
 * Only the total is certain. If the plays do not add up to it (another edition, or steps that were missed), return just
 * the total.
 */
export function penaltyTerms(steps: readonly Step[], total: number): number[] {
  const terms: number[] = [];
  let sum = 0;
  for (const { events } of steps.toReversed()) {
    for (const { event, card = "" } of events.toReversed()) {
      if (event === "turn") return [total]; // there are no ordinary turns while a penalty grows
      const amount = event === "play" ? (effectOf(card).draws ?? 0) : 0;
      if (!amount) continue;
      terms.unshift(amount);
      sum += amount;
      if (sum === total) return terms;
      if (sum > total) return [total];
    }
  }
  return [total];
}
