// What a board shows. Live tables and replays both build one; the board does not know which it is.

import type { Cost, Emote, SeatShown, View } from "$protocol";
import type { NameOf } from "$/words/game";
import { text } from "$/words/language.svelte";
import { personName } from "$/words/people";
import type { RunningClock, Step } from "./state";

export interface Player {
  seat: number;
  name: string;
  kind: SeatShown["kind"];
  level: string | null;
  /** A person who is not connected. */
  isAway: boolean;
  /** A stand-in plays for the person. */
  isStoodInFor: boolean;
  hasLeft: boolean;
  emote: Emote | null;
}

export interface BoardModel {
  view: View;
  /** The card laid on the top card (AVG-01). `view.discard` lists it below the top card; it does not count for matching. */
  laid: string | null;
  /** What the answers to the pending question cost; empty unless this player is asked. */
  costs: readonly Cost[];
  players: readonly Player[];
  /** The seat whose view this is; null for a spectator's or an open view. */
  me: number | null;
  /** The edition whose cards and table are drawn: "classic" for an edition from a file. */
  theme: string;
  clock: RunningClock | null;
  /** The newest steps, oldest first. The board animates those with a higher number than the last one it has shown. */
  steps: readonly Step[];
}

/** The name of a person, or "Bot 2", "Player 2". */
export function seatName(seat: SeatShown | undefined, number: number): string {
  if (seat?.kind === "person" && seat.name) return personName(seat.name);
  return text(seat?.kind === "bot" ? "table.bot" : "table.player", { seat: number });
}

/** Name seats as the player on seat `me` reads them: the own seat is "You". */
export const namer =
  (players: readonly Player[], me: number | null): NameOf =>
  (seat) =>
    seat === me ? text("table.you") : (players[seat]?.name ?? text("table.player", { seat }));

export function playersOf(
  seats: readonly SeatShown[],
  here: readonly boolean[],
  emotes: ReadonlyMap<number, Emote>,
): Player[] {
  return seats.map((seat, number) => ({
    seat: number,
    name: seatName(seat, number),
    kind: seat.kind,
    level: seat.level ?? null,
    isAway: seat.kind === "person" && !seat.left && !here[number],
    isStoodInFor: Boolean(seat.stand_in),
    hasLeft: Boolean(seat.left),
    emote: emotes.get(number) ?? null,
  }));
}
