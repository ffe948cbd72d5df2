// Which seat this browser had in which match, so that a review can say who its reader was. Nobody else is told.

import { recall, remember } from "./storage";

const KEY = "seats";
const MOST = 50; // matches

/** By table and match: `{ "k7m2xw9p/1": 0 }`. */
type Seats = Record<string, number>;

const nameOf = (code: string, match: number): string => `${code}/${match}`;

/** Keep the own seat of a match; those of long ago are forgotten. */
export function noteSeat(code: string, match: number, seat: number): void {
  const name = nameOf(code, match);
  const { [name]: known, ...others } = recall<Seats>(KEY, {});
  if (known === seat) return;
  remember(KEY, Object.fromEntries([...Object.entries(others), [name, seat]].slice(-MOST)));
}

/** Return the seat this browser had in a match; none: it only watched, or was not there. */
export function ownSeat(code: string, match: number): number | null {
  return recall<Seats>(KEY, {})[nameOf(code, match)] ?? null;
}
