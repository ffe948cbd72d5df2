// What this browser has contributed to the seeds of matches, kept so that it can be compared with their records.

import { recall, remember } from "$/remembered/storage";

const STORAGE_KEY = "contributions";
const MAX_CONTRIBUTIONS = 100;
const BYTES = 16;

/** A contribution to one match. */
export interface OwnContribution {
  /** 16 random bytes in hex. */
  contribution: string;
  /** The seals of all seats as they were fixed, before this browser told its contribution; null if it told nothing. */
  seals: readonly string[] | null;
}

type ByCommitment = Record<string, OwnContribution>;

/** Those of this page, also where nothing can be kept between visits. */
const current = new Map<string, OwnContribution>();

function keep(commitment: string, own: OwnContribution): OwnContribution {
  current.set(commitment, own);
  const others = Object.entries(recall<ByCommitment>(STORAGE_KEY, {})).filter(([key]) => key !== commitment);
  remember(STORAGE_KEY, Object.fromEntries([...others, [commitment, own]].slice(-MAX_CONTRIBUTIONS)));
  return own;
}

/** What this browser has contributed to the match with this commitment, or null. */
export const ownContribution = (commitment: string): OwnContribution | null =>
  recall<ByCommitment>(STORAGE_KEY, {})[commitment] ?? current.get(commitment) ?? null;

/** The contribution to the match with this commitment: always the same one, so that nobody can ask for a second draw. */
export function contributionTo(commitment: string): OwnContribution {
  const known = ownContribution(commitment);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const contribution = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return keep(commitment, { contribution, seals: null });
}

/** Keep the seals that are fixed. Returns whether the contribution may be told: only ever under one list of seals. */
export function acceptSeals(commitment: string, seals: readonly string[]): boolean {
  const own = contributionTo(commitment);
  if (own.seals === null) keep(commitment, { ...own, seals });
  return own.seals === null || own.seals.join() === seals.join();
}
