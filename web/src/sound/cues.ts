// Which sounds go with what happened, and when. Nothing here makes a noise.

import type { EventShown } from "$protocol";
import { isTooLate, PLAY_MS, timeline } from "$/motion/timeline";
import type { Step } from "$/table/state";

export type SoundName =
  | "slide" // a card leaves a hand
  | "snap" // and lies on the discards
  | "draw"
  | "riffle"
  | "skip"
  | "reverse"
  | "penalty" // the lower, the more is at stake
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
  | "turn" // it is the reader's
  | "win"
  | "lose";

export interface Cue {
  name: SoundName;
  /** In ms after the step has come. */
  at: number;
  /** How much of it: the cards of a penalty; one for most. */
  strength: number;
}

const MOST = 16; // cues for one set of steps
const TOO_CLOSE = 55; // ms between two of the same
const LANDED = PLAY_MS - 50;
const OWN_TURN = 180; // after what led to it
/** Draws that nobody asked for. */
const OWN_DRAWS = ["PLAY-03", "DRAW-01"];

/** Return the sounds of new steps for somebody on a seat; those who only catch up hear no more than that it is their turn. */
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
  if (isOwnTurn) found.push({ name: "turn", at: end + OWN_TURN, strength: 1 });
  return thinned(found);
}

type Sound = [name: SoundName, wait: number, strength: number];

function soundsFor(event: EventShown, me: number | null): Sound[] {
  const one = (name: SoundName, wait = 0): Sound => [name, wait, 1];
  switch (event.event) {
    case "deal":
      return [one("riffle"), ...Array.from({ length: 7 }, (_, index) => one("draw", 120 + index * 95))];
    case "turn_up":
      return [one("snap", LANDED)];
    case "play":
    case "lay": {
      const own: Readonly<Record<string, SoundName>> = { WE: "run", WG: "gauntlet" };
      const extra = own[event.card?.replace("*", "") ?? ""];
      return [one("slide"), one("snap", LANDED), ...(extra ? [one(extra, LANDED)] : [])];
    }
    case "misplay":
      return [one("slide"), one("wrong", LANDED)];
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

/** Leave out what would only be noise: the same sound on top of itself, and more than anybody can follow. */
function thinned(cues: readonly Cue[]): Cue[] {
  const last = new Map<SoundName, number>();
  return cues
    .toSorted((one, other) => one.at - other.at)
    .filter(({ name, at }) => {
      const isFree = at - (last.get(name) ?? -Infinity) >= TOO_CLOSE;
      if (isFree) last.set(name, at);
      return isFree;
    })
    .slice(0, MOST)
    .map((cue) => ({ ...cue, at: Math.round(cue.at) }));
}
