// When each event of new steps is shown. Cards, moments and sounds keep the same time, so that a stamp comes as its card lands.

import type { EventShown } from "$protocol";
import type { Step } from "$/table/state";

/** An event, and when it begins, in ms after its step has come. */
export interface Timed {
  event: EventShown;
  start: number;
}

export interface Timeline {
  events: readonly Timed[];
  /** How much faster than usual: below one when several steps came at once. */
  pace: number;
}

/** More steps than this at once are not shown one by one: the table jumps to where it stands. */
export const MOST_STEPS = 3;

/** How long a card is under way. */
export const PLAY_TIME = 400;
export const DRAW_TIME = 380;
/** From the first dealt card to the one that is turned up. */
export const DEAL_TIME = 780;

const PACES = [1, 1, 0.75, 0.6];
const LANDING = 320; // a card that flies is nearly there: what it does may begin
const BETWEEN_CARDS = 140; // of one play
const BETWEEN_DRAWS = 90;
const ALL_DRAWS = 620; // a penalty of twelve takes no longer than one of seven
const PAUSE: Readonly<Record<string, number>> = { bury: 460, turn_up: 260, reshuffle: 420, swap: 460, rotate: 460 };
const SUSPENSE = 620; // a challenged hand is looked at before somebody draws

/** Whether these steps are too many, or too old, to be shown one by one. What a `welcome` tells has no views. */
export const isTooLate = (steps: readonly Step[]): boolean =>
  steps.length > MOST_STEPS || steps.some(({ view }) => view === null);

/** Give every event its time. */
export function timeline(steps: readonly Step[]): Timeline {
  const events = steps.flatMap((step) => step.events);
  const pace = PACES[Math.min(steps.length, MOST_STEPS)] ?? 1;
  const draws = events.filter(({ event }) => event === "draw").length;
  const gap = Math.min(BETWEEN_DRAWS, ALL_DRAWS / Math.max(draws, 1));
  const found: Timed[] = [];
  let clock = 0;
  let landed = 0; // when the last played card lies there
  for (const event of events) {
    const kind = event.event;
    const isCard = kind === "play" || kind === "lay" || kind === "misplay";
    if (!isCard) clock = Math.max(clock, landed);
    found.push({ event, start: clock * pace });
    if (isCard) {
      landed = clock + LANDING;
      clock += BETWEEN_CARDS;
    } else if (kind === "deal") clock += DEAL_TIME;
    else if (kind === "draw") clock += gap;
    else if (kind === "challenge") clock += SUSPENSE;
    else clock += PAUSE[kind] ?? 0;
  }
  return { events: found, pace };
}
