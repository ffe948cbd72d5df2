// Commitments that this browser was shown before a deal. Only those prove anything: one that stands in the record alone
// could have been written with it.

import { recall, remember } from "$/remembered/storage";

const KEY = "commitments";
const MOST = 200;

type Seen = Record<string, string>;

const nameOf = (code: string, match: number): string => `${code}/${match}`;

/** Keep the commitment a table shows. The first one counts: what is shown later proves nothing. */
export function noteCommitment(code: string, match: number, commitment: string): void {
  const seen = recall<Seen>(KEY, {});
  const name = nameOf(code, match);
  if (name in seen) return;
  remember(KEY, Object.fromEntries([...Object.entries(seen), [name, commitment]].slice(-MOST)));
}

/** Return the commitment this browser was shown for a match. */
export function seenCommitment(code: string, match: number): string | null {
  return recall<Seen>(KEY, {})[nameOf(code, match)] ?? null;
}
