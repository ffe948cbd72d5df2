// What a board is given to show. Live tables and replays both make one; the board does not know which it is.

import type { Emote, SeatShown, View } from "$protocol";
import type { NameOf } from "$/words/game";
import { text } from "$/words/language.svelte";
import type { RunningClock, Step } from "./state";

export interface Player {
  seat: number;
  name: string;
  kind: SeatShown["kind"];
  level: string | null;
  /** A person who is not connected. */
  isAway: boolean;
  /** A bot plays for the person. */
  isStoodInFor: boolean;
  hasLeft: boolean;
  said: Emote | null;
}

export interface Shown {
  view: View;
  /** The card that lies on the top card, laid with it (AVG-01): the discards have it under that, and it does not match. */
  laid: string | null;
  players: readonly Player[];
  /** Whose eyes these are; none: a spectator's, or all cards are open. */
  me: number | null;
  /** The edition whose cards and table are shown: "classic" for one of somebody's own. */
  theme: string;
  clock: RunningClock | null;
  /** The newest steps, oldest first: those with a higher number than the last seen are moved. */
  steps: readonly Step[];
}

/** Return what somebody on a seat is called. */
export function seatName(seat: SeatShown | undefined, number: number): string {
  if (seat?.kind === "person" && seat.name) return seat.name;
  return text(seat?.kind === "bot" ? "table.bot" : "table.player", { seat: number });
}

/** Name the players; the one who looks is "You". */
export const namer =
  (players: readonly Player[], me: number | null): NameOf =>
  (seat) =>
    seat === me ? text("table.you") : (players[seat]?.name ?? text("table.player", { seat }));

/** Make players of a table's seats. */
export function playersOf(
  seats: readonly SeatShown[],
  here: readonly boolean[],
  said: ReadonlyMap<number, Emote>,
): Player[] {
  return seats.map((seat, number) => ({
    seat: number,
    name: seatName(seat, number),
    kind: seat.kind,
    level: seat.level ?? null,
    isAway: seat.kind === "person" && !seat.left && !here[number],
    isStoodInFor: Boolean(seat.stand_in),
    hasLeft: Boolean(seat.left),
    said: said.get(number) ?? null,
  }));
}
