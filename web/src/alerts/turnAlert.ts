// Calls a player back whose page is in the background: by vibration and, if permitted, a notification, once per turn. The
// sound of the own turn and the mark in the title come from elsewhere (sound/cues.ts, room/wording.ts).

import { preferences } from "$/remembered/preferences.svelte";

export interface AlertWords {
  title: string;
  body: string;
}

/** A new notification replaces the one before. */
const TAG = "huefall-turn";
const ICON = "/static/icon-192.png";
const VIBRATION_MS = [120, 80, 120];

export class TurnAlert {
  #wasMyTurn = false;
  #shown: Notification | null = null;
  readonly #onReturn = (): void => void (document.hidden || this.clear());

  constructor() {
    document.addEventListener("visibilitychange", this.#onReturn);
  }

  /** Tell whether it is the player's turn now; alerts if it has just begun and nobody looks. */
  note(isMyTurn: boolean, words: () => AlertWords): void {
    const hasBegun = isMyTurn && !this.#wasMyTurn;
    this.#wasMyTurn = isMyTurn;
    if (!isMyTurn) this.clear();
    if (!hasBegun || !document.hidden) return;
    if (preferences.values.vibration) navigator.vibrate?.(VIBRATION_MS);
    if (preferences.values.notification && isPermitted()) void this.#notify(words());
  }

  /** Remove the notification: the player is back, or somebody else has played the turn. */
  clear(): void {
    this.#shown?.close();
    this.#shown = null;
    void registration().then(async (worker) => {
      for (const each of (await worker?.getNotifications?.({ tag: TAG })) ?? []) each.close();
    });
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#onReturn);
    this.clear();
  }

  async #notify({ title, body }: AlertWords): Promise<void> {
    const options = { body, tag: TAG, icon: ICON, data: location.pathname };
    // On phones only a service worker may show one; a click then reaches sw.js.
    const worker = await registration();
    if (!document.hidden || !this.#wasMyTurn) return; // meanwhile
    try {
      if (worker) {
        await worker.showNotification(title, options);
        return;
      }
      const shown = new Notification(title, options);
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
      this.#shown = shown;
    } catch {
      // Not possible here after all: the title and the sound remain.
    }
  }
}

/** The active service worker's registration; null without one. */
async function registration(): Promise<ServiceWorkerRegistration | null> {
  const found = await navigator.serviceWorker?.getRegistration?.().catch(() => undefined);
  return found?.active ? found : null;
}

export const canNotify = (): boolean => typeof Notification === "function";
export const canVibrate = (): boolean => typeof navigator.vibrate === "function";

export const isPermitted = (): boolean => canNotify() && Notification.permission === "granted";

/** Ask the browser's user for permission, only ever in answer to a press; returns whether it is given. */
export async function askPermission(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission().catch(() => "denied")) === "granted";
}
