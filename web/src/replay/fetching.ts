// Rounds of a finished match, fetched once each; and playing on from a step of one.

import type { QuickPlayMade, Replay, TableShown } from "$protocol";
import { ask, askAs, become, Fault } from "$/wire/http";
import { explain } from "$/words/game";
import { text, words } from "$/words/language.svelte";

const ASK_AGAIN = 1_500; // ms
/** What passes by itself. */
const PASSING = ["offline", "preparing", "server_busy", "too_fast"];

/** Return the path of a match in the server's API. */
export const matchPath = (code: string, match: number): string =>
  `/api/tables/${encodeURIComponent(code)}/matches/${match}`;

/** Say a fault in the reader's language; of a table that is gone what is true of it then. */
export function sayFault(error: unknown, hasTable = true): string {
  if (!(error instanceof Fault)) return String(error);
  const keys = [...(hasTable ? [] : [`replay.gone.${error.reason}`]), `replay.fault.${error.reason}`];
  const key = keys.find((each) => words.has(each));
  return key === undefined ? explain(error) : text(key);
}

/** Whether there is a table to go to; one that cannot be asked for may be there. */
export async function isTableOpen(code: string): Promise<boolean> {
  try {
    await ask<TableShown>("GET", `/api/tables/${encodeURIComponent(code)}`);
    return true;
  } catch (error) {
    return !(error instanceof Fault && error.reason === "no_such_table");
  }
}

/** The rounds of one match, as all or one seat saw them. */
export class Rounds {
  readonly #path: string;
  readonly #fetched = new Map<string, Replay>();
  #isLeft = false;

  constructor(code: string, match: number) {
    this.#path = matchPath(code, match);
  }

  /** Fetch a round. While the server is not ready `wait` is told why, and it is asked again. */
  async get(round: number, seat: number | null, wait: (fault: Fault) => void): Promise<Replay> {
    const path = `${this.#path}/rounds/${round}${seat === null ? "" : `?seat=${seat}`}`;
    const known = this.#fetched.get(path);
    if (known) return known;
    for (;;) {
      try {
        const replay = await ask<Replay>("GET", path);
        this.#fetched.set(path, replay);
        return replay;
      } catch (error) {
        if (!(error instanceof Fault) || !PASSING.includes(error.reason) || this.#isLeft) throw error;
        wait(error);
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
      }
    }
  }

  /** Ask no more: the page is left. */
  leave(): void {
    this.#isLeft = true;
  }
}

/** Set up a table at which a round goes on from a step against bots; returns its code. */
export async function playOn(
  code: string,
  match: number,
  { round, step, seat, level, name }: { round: number; step: number; seat: number; level: string; name: string },
): Promise<string> {
  const path = `${matchPath(code, match)}/rounds/${round}/play`;
  const made = await askAs<QuickPlayMade>(name, "POST", path, { step, seat, level, name });
  if (made.token) become(made.name, made.token);
  return made.code;
}
