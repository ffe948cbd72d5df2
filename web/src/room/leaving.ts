// Leaving a running match: when to ask first, and what to say about it.

import { isRunning, type TableState } from "$/table/state";
import { text } from "$/words/language.svelte";
import { isAlone } from "./boardModel";

/** Whether this guest plays in a running match, so that leaving the page concerns the table. */
export function isInMatch({ table, you }: TableState): boolean {
  return table !== null && isRunning(table) && !table.lesson && you.seat !== null && !table.seats[you.seat]?.left;
}

/** What happens at the table while this guest is away and keeps the seat. */
export function awayWords(state: TableState): string[] {
  const setup = state.table?.setup;
  if (isAlone(state)) return [text("room.away.kept"), text("room.away.alone")];
  const late = setup?.late_joining ?? "open";
  return [
    text("room.away.kept"),
    text(setup?.move_seconds ? "room.away.clock" : "room.away.patient"),
    ...(late === "off" ? [] : [text(`room.away.late.${late}`)]),
  ];
}
