// What was chosen on the first page, the same again next time; and how it is asked for.

import type { QuickPlay, QuickPlayMade, TableSetup, TableMade } from "$protocol";
import { recall, remember } from "$/remembered/storage";
import { ask, askAs, become, Fault, forgetToken, guestToken } from "$/wire/http";

export const MOST_BOTS = 9;
/** The levels of bots, until the catalogue says which there are. */
export const USUAL_LEVELS: readonly string[] = ["easy", "normal"];

export interface Choices {
  /** As it was written; empty: anybody. */
  name: string;
  /** How many bots one plays against at once. */
  bots: number;
  level: string;
  /** What is played, at once and at a new table. */
  setup: TableSetup;
}

const USUAL: Choices = {
  name: "",
  bots: 3,
  level: "normal",
  setup: { edition: "classic", preset: "official", options: {}, seats: 4, public: false },
};

/** Recall the choices of the last time; what cannot be is as usual. */
export function recallChoices(): Choices {
  const kept = recall<Partial<Choices>>("start", {});
  const { name, bots, level, setup } = { ...USUAL, ...(typeof kept === "object" ? kept : {}) };
  return {
    name: typeof name === "string" ? name : "",
    bots: Number.isInteger(bots) && bots >= 1 && bots <= MOST_BOTS ? bots : USUAL.bots,
    level: typeof level === "string" ? level : USUAL.level,
    setup: typeof setup === "object" ? { ...USUAL.setup, ...setup } : USUAL.setup,
  };
}

export const rememberChoices = (choices: Choices): void => remember("start", choices);

/** Write what is asked for to play against bots. */
export function quickPlay({ bots, level, setup }: Choices): QuickPlay {
  const { edition, edition_file, preset, options } = setup;
  return { edition, edition_file, preset, options, seats: bots + 1, level };
}

/** Sit down among bots, dealt at once: one request for whoever is new here. Returns the table's code. */
export async function playNow(choices: Choices, guest: string): Promise<string> {
  const name = choices.name.trim() || guest;
  if (guestToken()) {
    try {
      return (await askAs<QuickPlayMade>(name, "POST", "/api/play", quickPlay(choices))).code;
    } catch (error) {
      if (!(error instanceof Fault) || error.reason !== "no_such_guest") throw error;
      forgetToken();
    }
  }
  const made = await ask<QuickPlayMade>("POST", "/api/play", { ...quickPlay(choices), name });
  if (made.token) become(made.name, made.token);
  return made.code;
}

/** Open a table for several people. Returns its code. */
export async function openTable(choices: Choices, guest: string): Promise<string> {
  const body = { setup: choices.setup };
  return (await askAs<TableMade>(choices.name.trim() || guest, "POST", "/api/tables", body)).code;
}
