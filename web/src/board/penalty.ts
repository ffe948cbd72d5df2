// How a penalty has grown: the draw cards of the running stack, found in what was played last.

import type { Step } from "$/table/state";

/** How many cards a card's face says must be drawn; 0: none. */
const drawnBy = (card: string): number => Number(/\+(\d+)/.exec(card)?.[1] ?? 0);

/**
 * Return what was added to a penalty, oldest first: [2, 2, 4] of 8.
 *
 * Only the total is known for certain; where the plays do not add up to it (a deck of somebody's own, a part that was missed)
 * the total stands alone.
 */
export function penaltyTerms(steps: readonly Step[], total: number): number[] {
  const terms: number[] = [];
  let sum = 0;
  for (const { events } of steps.toReversed()) {
    for (const { event, card = "" } of events.toReversed()) {
      if (event === "turn") return [total]; // nobody takes an ordinary turn while a penalty grows
      const amount = event === "play" ? drawnBy(card) : 0;
      if (!amount) continue;
      terms.unshift(amount);
      sum += amount;
      if (sum === total) return terms;
      if (sum > total) return [total];
    }
  }
  return [total];
}
