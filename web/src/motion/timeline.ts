// When each event of new steps is shown. Flights, celebrations and sounds share these times, so that a stamp appears as its
// card lands.

import type { EventShown } from "$protocol";
import type { Step } from "$/table/state";

/** An event and its start, in ms after its step has arrived. */
export interface Timed {
  event: EventShown;
  start: number;
}

export interface Timeline {
  events: readonly Timed[];
  /** The factor for durations: below 1 when several steps arrive at once. */
  pace: number;
}

/**
 * An animation lags at most one move behind the board: it ends when the second step after its own arrives, and if more
 * steps than this arrive at once, the board jumps to the last one.
 */
export const MAX_STEPS = 2;

export const PLAY_MS = 400;
export const DRAW_MS = 380;
/** From the first dealt card to the one turned up. */
export const DEAL_MS = 780;

const PACES = [1, 1, 0.75];
const LANDING_MS = 320; // by then a flying card has nearly landed, and its effect may begin
const CARD_INTERVAL_MS = 140; // within one play
const DRAW_INTERVAL_MS = 90;
const MAX_DRAWS_MS = 620; // twelve drawn cards take no longer than seven
const PAUSES_MS: Readonly<Record<string, number>> = { bury: 460, turn_up: 260, reshuffle: 420, swap: 460, rotate: 460 };
const CHALLENGE_MS = 620; // time to look at the challenged hand before anyone draws

/** Whether steps are too many, or too old, to be animated. Those in a `welcome` have no views. */
export const isTooLate = (steps: readonly Step[]): boolean =>
  steps.length > MAX_STEPS || steps.some(({ view }) => view === null);

export function timeline(steps: readonly Step[]): Timeline {
  const events = steps.flatMap((step) => step.events);
  const pace = PACES[Math.min(steps.length, MAX_STEPS)] ?? 1;
  const draws = events.filter(({ event }) => event === "draw").length;
  const gap = Math.min(DRAW_INTERVAL_MS, MAX_DRAWS_MS / Math.max(draws, 1));
  const found: Timed[] = [];
  let now = 0;
  let landsAt = 0; // when the last played card lands
  for (const event of events) {
    const kind = event.event;
    const isCard = kind === "play" || kind === "lay" || kind === "misplay";
    if (!isCard) now = Math.max(now, landsAt);
    found.push({ event, start: now * pace });
    if (isCard) {
      landsAt = now + LANDING_MS;
      now += CARD_INTERVAL_MS;
    } else if (kind === "deal") now += DEAL_MS;
    else if (kind === "draw") now += gap;
    else if (kind === "challenge") now += CHALLENGE_MS;
    else now += PAUSES_MS[kind] ?? 0;
  }
  return { events: found, pace };
}
