// Which buttons a seat has. They follow the decisions of the server (huefall.server.table), so that no button is refused.

import type { SeatShown, TableShown, You } from "$protocol";
import { isRunning } from "$/table/state";

export type SeatControl =
  | "sit" // take the seat, or move to it
  | "take_over" // take the seat of a bot or an absent player during the match
  | "return" // take the own seat again after leaving during the match
  | "add_bot"
  | "level" // change the level of the bot
  | "remove_bot"
  | "swap"
  | "mute"
  | "hand_over"
  | "kick"
  | "leave";

/** Whether seats, bots and rules may change now. */
export const canArrange = (table: TableShown): boolean =>
  !isRunning(table) && table.status !== "closed" && table.lesson === null && !(table.origin && table.match === 0);

/** List the controls of a seat. `swapping` is the first of two seats that the host wants to swap. */
export function controlsOf(
  table: TableShown,
  you: You,
  number: number,
  swapping: number | null,
  toTake: readonly number[] = [],
): SeatControl[] {
  const seat: SeatShown = table.seats[number] ?? { kind: "empty" };
  const isOwn = you.seat === number;
  const isIdle = canArrange(table);
  const isOther = seat.kind === "person" && !isOwn && !seat.left;
  const isSeated = you.seat !== null;
  const offered: Record<SeatControl, boolean> = {
    sit: isIdle && seat.kind === "empty",
    take_over: toTake.includes(number),
    return: isOwn && Boolean(seat.left) && table.status !== "closed",
    add_bot: isIdle && you.host && seat.kind === "empty",
    level: isIdle && you.host && seat.kind === "bot",
    remove_bot: isIdle && you.host && seat.kind === "bot",
    swap: isIdle && canSwap(seat, you, isOwn, isSeated, swapping),
    mute: isOther,
    hand_over: isOther && you.host,
    kick: isOther && you.host,
    leave: isOwn && !seat.left,
  };
  return (Object.keys(offered) as SeatControl[]).filter((control) => offered[control]);
}

function canSwap(seat: SeatShown, you: You, isOwn: boolean, isSeated: boolean, swapping: number | null): boolean {
  if (you.host) return swapping !== null || seat.kind !== "empty";
  // A free seat is taken with "sit", not swapped.
  return isSeated && !isOwn && seat.kind === "bot";
}

/** Why the match cannot start yet, as a part of a key of the catalogue; null if it can. */
export function missingToStart(
  table: TableShown,
  you: You,
): { what: "host" | "seats" | "starting"; free: number } | null {
  const free = table.seats.filter(({ kind }) => kind === "empty").length;
  if (table.status === "starting") return { what: "starting", free };
  if (free) return { what: "seats", free };
  return you.host ? null : { what: "host", free };
}

/** Whether a guest without a seat could sit down. */
export const canSitDown = (table: TableShown, you: You): boolean =>
  you.seat === null && canArrange(table) && table.seats.some(({ kind }) => kind === "empty");
