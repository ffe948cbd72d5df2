// Looks for the guest's running games, again and again while the page is visible: a turn may come.

import type { MyRunningGame } from "$protocol";
import { noteGames } from "$/remembered/running";
import { guestToken } from "$/wire/http";
import { myGames } from "./myApi";

const POLL_MS = 15_000;

/** Report the running games now and every few seconds. Returns a function to stop. */
export function followRunning(hear: (games: readonly MyRunningGame[]) => void): () => void {
  let isOver = false;
  let isKnown = false;
  const look = (): void => {
    if (document.hidden && isKnown) return;
    void myGames().then(
      ({ running }) => {
        if (isOver) return;
        isKnown = true;
        noteGames(running.map(({ table }) => table));
        hear(running);
      },
      // Keep the last list until there is an answer; without any, show none.
      () => void (isOver || isKnown || hear([])),
    );
  };
  if (guestToken() === null) {
    hear([]);
    return () => undefined;
  }
  look();
  const timer = setInterval(look, POLL_MS);
  document.addEventListener("visibilitychange", look);
  return () => {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
