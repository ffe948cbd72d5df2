// The choices on the start page, remembered for the next visit, and the requests they make.

import type { QuickPlay, QuickPlayMade, TableSetup, TableMade } from "$protocol";
import { recall, remember } from "$/remembered/storage";
import { ask, askAs, become, RequestError, forgetToken, guestToken } from "$/wire/http";

export const MAX_BOTS = 9;
/** The levels of bots, until the catalogue is loaded. */
export const DEFAULT_LEVELS: readonly string[] = ["easy", "normal"];

export interface Choices {
  /** As it was typed; "" for an unnamed guest. */
  name: string;
  /** Number of bots in a quick game. */
  bots: number;
  level: string;
  /** For a quick game and for a new table. */
  setup: TableSetup;
}

const DEFAULTS: Choices = {
  name: "",
  bots: 3,
  level: "normal",
  setup: { edition: "classic", preset: "official", options: {}, seats: 4, public: false },
};

/** The choices of the last visit; invalid values become defaults. */
export function recallChoices(): Choices {
  const kept = recall<Partial<Choices>>("start", {});
  const { name, bots, level, setup } = { ...DEFAULTS, ...(typeof kept === "object" ? kept : {}) };
  return {
    name: typeof name === "string" ? name : "",
    bots: Number.isInteger(bots) && bots >= 1 && bots <= MAX_BOTS ? bots : DEFAULTS.bots,
    level: typeof level === "string" ? level : DEFAULTS.level,
    setup: typeof setup === "object" ? { ...DEFAULTS.setup, ...setup } : DEFAULTS.setup,
  };
}

export const rememberChoices = (choices: Choices): void => remember("start", choices);

/** The request for a quick game against bots. */
function quickPlay({ bots, level, setup }: Choices): QuickPlay {
  const { edition, edition_file, preset, options } = setup;
  return { edition, edition_file, preset, options, seats: bots + 1, level };
}

/** Start a quick game against bots, with one request even for a new guest. Returns the table's code. */
export async function playNow(choices: Choices, guest: string): Promise<string> {
  const name = choices.name.trim() || guest;
  if (guestToken()) {
    try {
      return (await askAs<QuickPlayMade>(name, "POST", "/api/play", quickPlay(choices))).code;
    } catch (error) {
      if (!(error instanceof RequestError) || error.reason !== "no_such_guest") throw error;
      forgetToken();
    }
  }
  const made = await ask<QuickPlayMade>("POST", "/api/play", { ...quickPlay(choices), name });
  if (made.token) become(made.name, made.token);
  return made.code;
}

/** Set up a table for several people. Returns its code. */
export async function openTable(choices: Choices, guest: string): Promise<string> {
  const body = { setup: choices.setup };
  return (await askAs<TableMade>(choices.name.trim() || guest, "POST", "/api/tables", body)).code;
}
