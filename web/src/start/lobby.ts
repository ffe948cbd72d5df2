// The public tables as lines of a list.

import type { Lobby, LobbyTable } from "$protocol";
import { ask } from "$/wire/http";
import { editionName, presetName } from "$/words/game";
import { counted, join, text } from "$/words/language.svelte";

const POLL_MS = 5_000;

/** One line of the list. */
export interface LobbyLine {
  code: string;
  /** The theme of the card back. */
  theme: string;
  title: string;
  facts: string[];
  /** Whether there is a seat that is free or can be taken over; otherwise one can watch. */
  hasRoom: boolean;
}

/** A table in words. */
export function lobbyLine(table: LobbyTable): LobbyLine {
  const { options, preset, status, free, seats, persons, bots, spectators, joinable = 0 } = table;
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
      ...(joinable && !free ? [counted("start.lobby.late", joinable)] : []),
      ...(spectators ? [text("page.watchers", { amount: spectators })] : []),
    ],
    hasRoom: free + joinable > 0,
  };
}

/** Report the public tables every few seconds while the page is visible. Returns a function to stop. */
export function followLobby(hear: (tables: readonly LobbyTable[]) => void): () => void {
  let isOver = false;
  const look = (): void => {
    if (document.hidden) return;
    void ask<Lobby>("GET", "/api/tables").then(
      ({ tables }) => void (isOver || hear(tables)),
      () => undefined, // keep the last list until there is an answer
    );
  };
  look();
  const timer = setInterval(look, POLL_MS);
  document.addEventListener("visibilitychange", look);
  return () => {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
