// Looks for the guest's running games, again and again while the page is visible: a turn may come.

import type { MyRunningGame } from "$protocol";
import { noteGames } from "$/remembered/running";
import { forgetToken, guestToken, RequestError } from "$/wire/http";
import { myGames } from "./myApi";

const POLL_MS = 15_000;

/**
 * Report the running games every few seconds, at once unless they are known already. Returns a function to stop.
 */
export function followRunning(hear: (games: readonly MyRunningGame[]) => void, isKnownAlready = false): () => void {
  let isKnown = isKnownAlready;
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = (): void => {
    if (document.hidden && isKnown) return;
    void myGames().then(
      ({ running }) => {
        if (timer === undefined) return;
        isKnown = true;
        noteGames(running.map(({ table }) => table));
        hear(running);
      },
      (error: unknown) => {
        if (timer === undefined) return;
        if (error instanceof RequestError && error.reason === "no_such_guest") {
          stop();
          forgetToken();
          noteGames([]);
          hear([]);
        }
        // Keep the last list until there is an answer; without any, show none.
        else if (!isKnown) hear([]);
      },
    );
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener("visibilitychange", look);
  };
  if (guestToken() === null) hear([]);
  else {
    timer = setInterval(look, POLL_MS);
    document.addEventListener("visibilitychange", look);
    if (!isKnown) look();
  }
  return stop;
}
