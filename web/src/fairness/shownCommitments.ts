// Commitments that this browser was shown before a deal. Only those prove anything: a commitment that is only in the
// record could have been written together with it.

import type { TableShown } from "$protocol";
import { recall, remember } from "$/remembered/storage";

const STORAGE_KEY = "commitments";
const MAX_COMMITMENTS = 200;

type Commitments = Record<string, string>;

const keyOf = (code: string, match: number): string => `${code}/${match}`;

/** Store the commitment a table shows. Only the first one counts: one shown later proves nothing. */
export function rememberCommitment(code: string, match: number, commitment: string): void {
  const known = recall<Commitments>(STORAGE_KEY, {});
  const key = keyOf(code, match);
  if (key in known) return;
  remember(STORAGE_KEY, Object.fromEntries([...Object.entries(known), [key, commitment]].slice(-MAX_COMMITMENTS)));
}

/** Store the commitment to the next match, or the one of the running match for somebody who came later. */
export function rememberShown({ code, upcoming, commitment, match, status }: TableShown): void {
  if (upcoming) rememberCommitment(code, upcoming.match, upcoming.commitment);
  // Between `mixed` and `dealt` the commitment is already that of the next match, and the number is not.
  else if (commitment && ["playing", "round_over"].includes(status)) rememberCommitment(code, match, commitment);
}

/** The commitment this browser was shown for a match, or null. */
export function shownCommitment(code: string, match: number): string | null {
  return recall<Commitments>(STORAGE_KEY, {})[keyOf(code, match)] ?? null;
}
