// The tables at which this browser last had a seat, so that the start page can keep room for them before it has asked.

import { recall, remember } from "./storage";

const KEY = "running";
const MAX_TABLES = 20;

/** By code: ["k7m2xw9p"]. */
const codes = (): string[] => recall<string[]>(KEY, []);

/** How many running games the start page will probably show. */
export const expectedGames = (): number => codes().length;

/** Remember the tables that the server has listed. */
export const noteGames = (tables: readonly string[]): void => remember(KEY, tables.slice(0, MAX_TABLES));

/** Remember whether there is a seat at one table. */
export function noteGame(code: string, isSeated: boolean): void {
  const known = codes();
  if (known.includes(code) !== isSeated) noteGames(isSeated ? [code, ...known] : known.filter((each) => each !== code));
}
