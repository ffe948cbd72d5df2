// Which sounds go with which events, and when. Nothing here plays them.

import type { EventShown } from "$protocol";
import { effectOf } from "$/cards/deck.svelte";
import { isTooLate, PLAY_MS, timeline } from "$/motion/timeline";
import type { Step } from "$/table/state";

export type SoundName =
  | "slide" // a card leaves a hand
  | "snap" // and lands on the discards
  | "draw"
  | "riffle"
  | "skip"
  | "reverse"
  | "penalty" // deeper for more cards
  | "uno"
  | "caught"
  | "suspense"
  | "bluff"
  | "allowed"
  | "wrong"
  | "boost"
  | "run"
  | "dance"
  | "gauntlet"
  | "turn" // the turn of this player
  | "win"
  | "lose";

export interface Cue {
  name: SoundName;
  /** In ms after the step has arrived. */
  at: number;
  /** The number of cards for a penalty; 1 for most sounds. */
  strength: number;
}

const MAX_CUES = 16; // for one set of steps
const MIN_REPEAT_MS = 55; // between two of the same sound
const LANDED_MS = PLAY_MS - 50;
const OWN_TURN_MS = 180; // after the last event
/** The rules of draws that are no penalty. */
const OWN_DRAWS = ["PLAY-03", "DRAW-01"];

/** Return the sounds of new steps for a seat. When the page catches up, only the sound of the own turn. */
export function cuesOf(steps: readonly Step[], me: number | null): Cue[] {
  const { events, pace } = timeline(steps);
  const isOwnTurn = isAsked(steps.at(-1)?.events ?? [], me);
  if (isTooLate(steps)) return isOwnTurn ? [{ name: "turn", at: 0, strength: 1 }] : [];
  const penalty = events.filter(({ event }) => isPenalty(event)).length;
  let isPenaltyTold = penalty < 2;
  let end = 0;
  const found: Cue[] = [];
  for (const { event, start } of events) {
    end = Math.max(end, start);
    for (const [name, wait, strength] of soundsFor(event, me)) found.push({ name, at: start + wait * pace, strength });
    if (isPenalty(event) && !isPenaltyTold) {
      isPenaltyTold = true;
      found.push({ name: "penalty", at: start, strength: penalty });
    }
  }
  if (isOwnTurn) found.push({ name: "turn", at: end + OWN_TURN_MS, strength: 1 });
  return thinned(found);
}

type Sound = [name: SoundName, wait: number, strength: number];

function soundsFor(event: EventShown, me: number | null): Sound[] {
  const one = (name: SoundName, wait = 0): Sound => [name, wait, 1];
  switch (event.event) {
    case "deal":
      return [one("riffle"), ...Array.from({ length: 7 }, (_, index) => one("draw", 120 + index * 95))];
    case "turn_up":
      return [one("snap", LANDED_MS)];
    case "play":
    case "lay": {
      const { escapes, checks } = effectOf(event.card ?? "");
      const extra = escapes ? "run" : checks ? "gauntlet" : null;
      return [one("slide"), one("snap", LANDED_MS), ...(extra ? [one(extra, LANDED_MS)] : [])];
    }
    case "misplay":
      return [one("slide"), one("wrong", LANDED_MS)];
    case "draw":
      return [one("draw")];
    case "reshuffle":
      return [one("riffle")];
    case "swap":
    case "rotate":
      return [one("slide"), one("slide", 120)];
    case "skip":
      return ["SKIP-01", "BUZZ-02", "BUZZ-03", "FIRST-02"].includes(event.rule) ? [one("skip")] : [];
    case "reverse":
    case "uno":
    case "boost":
    case "dance":
    case "caught":
      return [one(event.event)];
    case "ask":
      return event.amount && (event.question === "draw2" || event.question === "wild4")
        ? [["penalty", 0, event.amount]]
        : [];
    case "challenge":
      return [one("suspense"), one(event.amount ? "bluff" : "allowed", 420)];
    case "verdict":
      return [one(event.amount ? "allowed" : "wrong")];
    case "false_call":
      return [one("wrong")];
    case "out":
      return [one(me === null || event.seat === me ? "win" : "lose")];
    default:
      return [];
  }
}

const isPenalty = (event: EventShown): boolean => event.event === "draw" && !OWN_DRAWS.includes(event.rule);

const isAsked = (events: readonly EventShown[], me: number | null): boolean =>
  me !== null && events.some(({ event, seat }) => (event === "turn" || event === "ask") && seat === me);

/** Drop sounds that would only be noise: repetitions in quick succession, and too many at once. */
function thinned(cues: readonly Cue[]): Cue[] {
  const last = new Map<SoundName, number>();
  return cues
    .toSorted((one, other) => one.at - other.at)
    .filter(({ name, at }) => {
      const isFree = at - (last.get(name) ?? -Infinity) >= MIN_REPEAT_MS;
      if (isFree) last.set(name, at);
      return isFree;
    })
    .slice(0, MAX_CUES)
    .map((cue) => ({ ...cue, at: Math.round(cue.at) }));
}
