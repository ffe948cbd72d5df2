// The seat of this browser in past matches, so that a review can address its reader. It is not sent anywhere.

import { recall, remember } from "./storage";

const KEY = "seats";
const MAX_MATCHES = 50;

/** By table and match: `{ "k7m2xw9p/1": 0 }`. */
type Seats = Record<string, number>;

const nameOf = (code: string, match: number): string => `${code}/${match}`;

/** Remember the own seat of a match; the oldest ones are dropped. */
export function noteSeat(code: string, match: number, seat: number): void {
  const name = nameOf(code, match);
  const { [name]: known, ...others } = recall<Seats>(KEY, {});
  if (known === seat) return;
  remember(KEY, Object.fromEntries([...Object.entries(others), [name, seat]].slice(-MAX_MATCHES)));
}

/** Return the own seat in a match; null for a spectator or a visitor. */
export function ownSeat(code: string, match: number): number | null {
  return recall<Seats>(KEY, {})[nameOf(code, match)] ?? null;
}
