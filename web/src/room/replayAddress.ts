import type { MatchShown } from "$protocol";
import type { TableState } from "$/table/state";

/** Return the URL of a step in the replay, or null while the match is running. */
export function replayAddress(
  { table, view, steps }: TableState,
  match: MatchShown | null,
  step: number,
): string | null {
  if (!match || !table || table.status !== "over" || match.match !== table.match || !view?.over) return null;
  // A replay counts steps from the deal; of a very long round only the latest steps may be known.
  if (!steps[0]?.events.some(({ event }) => event === "deal")) return null;
  const frame = steps.findIndex(({ number }) => number === step);
  return frame < 0 ? null : `/t/${table.code}/match/${match.match}?round=${match.rounds}&step=${frame}`;
}
