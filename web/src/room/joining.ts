// How a guest without a seat can get one. The server decides; this follows what it says, so that no button is refused.

import type { TableState } from "$/table/state";
import { canSitDown } from "./seats";

/** `sit`: on a free seat. `queue`: no seat can be taken over now, but the next one. `cancel`: the request for a seat. */
export type JoinWay = "sit" | "join" | "queue" | "cancel" | "again";

/** Return what to offer a guest; null if there is nothing, or if the guest has a seat. */
export function joinWay({ table, you, joinable }: TableState): JoinWay | null {
  if (!table || you.seat !== null || table.status === "closed") return null;
  if (canSitDown(table, you)) return "sit";
  if (you.request === "waiting" || you.request === "granted") return "cancel";
  if (you.request === "declined" || table.lesson || table.setup.late_joining === "off") return null;
  if (you.request === "expired") return "again";
  return joinable.length ? "join" : "queue";
}

/** The seats with a button to take them over. */
export function seatsToTake(state: TableState): readonly number[] {
  const way = joinWay(state);
  return way === "join" || way === "again" || (way === "cancel" && state.you.request === "granted")
    ? state.joinable
    : [];
}
