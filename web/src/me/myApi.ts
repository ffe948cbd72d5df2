// Requests about the guest of this browser: games, statistics, everything stored, and its deletion.

import type { MyGames, MyStatistics } from "$protocol";
import { forgetAll } from "$/remembered/storage";
import { ask, askBlob, become } from "$/wire/http";

const ME = "/api/guests/me";

/** Request a page of past matches; the first page (`before` is null) has the running games, too. */
export const myGames = (before: string | null = null): Promise<MyGames> =>
  ask("GET", before === null ? `${ME}/games` : `${ME}/games?before=${encodeURIComponent(before)}`);

export const myStatistics = (): Promise<MyStatistics> => ask("GET", `${ME}/statistics`);

/** Request everything that is stored about the guest, as a file. */
export const myExport = (): Promise<Blob> => askBlob(`${ME}/export`);

/** Delete everything about the guest, on the server and in this browser. */
export async function deleteMe(): Promise<void> {
  await ask("DELETE", ME);
  become(undefined, undefined);
  forgetAll();
}
