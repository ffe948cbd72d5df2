// Preferences of the person at this browser, the same at every table.

import { recall, remember } from "./storage";

export type Mode = "auto" | "dark" | "light";
export type HandOrder = "color" | "number" | "playable";

export interface Preferences {
  /** Dark or light; `auto` follows the system. */
  mode: Mode;
  sound: boolean;
  /** How the own hand is sorted. */
  order: HandOrder;
  /** Reduce motion even if the system does not ask for it. */
  calm: boolean;
  /** Whether single letters are shortcuts. Speech input and unsteady hands need them off. */
  letters: boolean;
  /** Whether the only possible answer is given for the player. */
  forced: boolean;
  /** Whether to vibrate when the own turn begins in the background. */
  vibration: boolean;
  /** Whether to show a notification then; the browser's permission is needed, too. */
  notification: boolean;
}

const DEFAULTS: Preferences = {
  mode: "auto",
  sound: true,
  order: "color",
  calm: false,
  letters: true,
  forced: true,
  vibration: true,
  notification: false,
};

class PreferenceStore {
  #values = $state<Preferences>({ ...DEFAULTS, ...recall<Partial<Preferences>>("preferences", {}) });

  get values(): Readonly<Preferences> {
    return this.#values;
  }

  change(part: Partial<Preferences>): void {
    Object.assign(this.#values, part);
    remember("preferences", this.#values);
  }
}

export const preferences = new PreferenceStore();

const systemIsCalm = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

/** Whether to reduce motion. */
export const isCalm = (): boolean => preferences.values.calm || Boolean(systemIsCalm?.matches);

const systemIsLight = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: light)") : null;

/** Keep the document's mode equal to the preference, or to the system's mode if that is preferred. */
export function followMode(): void {
  const apply = (): void => {
    const { mode } = preferences.values;
    const light = mode === "light" || (mode === "auto" && Boolean(systemIsLight?.matches));
    document.documentElement.dataset.mode = light ? "light" : "dark";
  };
  systemIsLight?.addEventListener("change", apply);
  $effect.root(() => {
    $effect(apply);
  });
}
