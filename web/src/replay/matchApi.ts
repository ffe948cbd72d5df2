// RoundLoader of a finished match, fetched once each; and playing on from a step of one.

import type { QuickPlayMade, Replay, TableShown } from "$protocol";
import { ask, askAs, become, RequestError } from "$/wire/http";
import { explain } from "$/words/game";
import { text, words } from "$/words/language.svelte";

const RETRY_MS = 1_500;
/** Reasons that go away by themselves, so that it makes sense to ask again. */
export const TEMPORARY = ["offline", "preparing", "server_busy", "too_fast", "table_moved", "store_away"];

/** The path of a match in the server's API. */
export const matchPath = (code: string, match: number): string =>
  `/api/tables/${encodeURIComponent(code)}/matches/${match}`;

/** The text of an error in the reader's language; another one if the table is gone. */
export function errorText(error: unknown, hasTable = true): string {
  if (!(error instanceof RequestError)) return String(error);
  const keys = [...(hasTable ? [] : [`replay.gone.${error.reason}`]), `replay.fault.${error.reason}`];
  const key = keys.find((each) => words.has(each));
  return key === undefined ? explain(error) : text(key);
}

/** Whether the table still exists; true also if the server cannot be asked. */
export async function isTableOpen(code: string): Promise<boolean> {
  try {
    await ask<TableShown>("GET", `/api/tables/${encodeURIComponent(code)}`);
    return true;
  } catch (error) {
    return !(error instanceof RequestError && error.reason === "no_such_table");
  }
}

/** Loads the rounds of one match from the server, each once. */
export class RoundLoader {
  readonly #path: string;
  readonly #loaded = new Map<string, Replay>();
  #hasStopped = false;

  constructor(code: string, match: number) {
    this.#path = matchPath(code, match);
  }

  /** Load a round as a seat saw it, or open if `seat` is null. While the server is not ready, calls `wait` and asks again. */
  async get(round: number, seat: number | null, wait: (error: RequestError) => void): Promise<Replay> {
    const path = `${this.#path}/rounds/${round}${seat === null ? "" : `?seat=${seat}`}`;
    const known = this.#loaded.get(path);
    if (known) return known;
    for (;;) {
      try {
        const replay = await ask<Replay>("GET", path);
        this.#loaded.set(path, replay);
        return replay;
      } catch (error) {
        if (!(error instanceof RequestError) || !TEMPORARY.includes(error.reason) || this.#hasStopped) throw error;
        wait(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Stop asking again: the page is left. */
  stop(): void {
    this.#hasStopped = true;
  }
}

/** Set up a table where a round goes on from a step against bots; returns its code. */
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
