// The public tables, in words.

import type { Lobby, LobbyTable } from "$protocol";
import { ask } from "$/wire/http";
import { editionName, presetName } from "$/words/game";
import { counted, join, text } from "$/words/language.svelte";

const EVERY = 5_000; // ms

/** One line of the list. */
export interface LobbyLine {
  code: string;
  /** Whose back is shown. */
  theme: string;
  title: string;
  facts: string[];
  /** Whether one can sit down; else one watches. */
  hasRoom: boolean;
}

/** Say what there is to say about a table. */
export function lobbyLine(table: LobbyTable): LobbyLine {
  const { options, preset, status, free, seats, persons, bots, spectators } = table;
  const rules =
    Object.keys(options).length && preset === "official" ? text("start.lobby.own_rules") : presetName(preset);
  return {
    code: table.code,
    theme: table.own_edition ? "classic" : table.edition,
    title: table.own_edition ? text("start.lobby.own", { edition: table.edition }) : editionName(table.edition),
    facts: [
      rules,
      text(`page.status.${status === "starting" ? "playing" : status}`),
      free ? counted("page.lobby.free", free, { seats }) : text("start.lobby.full", { seats }),
      ...(persons.length ? [text("page.lobby.people", { names: join(persons) })] : []),
      ...(bots ? [counted("start.lobby.bots", bots)] : []),
      ...(spectators ? [text("page.watchers", { amount: spectators })] : []),
    ],
    hasRoom: free > 0,
  };
}

/** Tell of the public tables now and again, as long as somebody looks; returns how to stop. */
export function followLobby(hear: (tables: readonly LobbyTable[]) => void): () => void {
  let isOver = false;
  const look = (): void => {
    if (document.hidden) return;
    void ask<Lobby>("GET", "/api/tables").then(
      ({ tables }) => void (isOver || hear(tables)),
      () => undefined, // what was there stays until there is an answer
    );
  };
  look();
  const timer = setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  return () => {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
