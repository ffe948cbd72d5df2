// How this reader likes the table: kept in this browser, the same at every table.

import { recall, remember } from "./storage";

export type Mode = "auto" | "dark" | "light";
export type HandOrder = "color" | "number" | "playable";

export interface Preferences {
  /** Dark or light; `auto` follows the system. */
  mode: Mode;
  sound: boolean;
  /** How the own hand is sorted. */
  order: HandOrder;
  /** Less movement than the system asks for; never more. */
  calm: boolean;
  /** Whether single letters are keys; who speaks to the machine, or presses keys by mistake, turns them off. */
  letters: boolean;
}

const USUAL: Preferences = { mode: "auto", sound: true, order: "color", calm: false, letters: true };

class Kept {
  #values = $state<Preferences>({ ...USUAL, ...recall<Partial<Preferences>>("preferences", {}) });

  get values(): Readonly<Preferences> {
    return this.#values;
  }

  change(part: Partial<Preferences>): void {
    Object.assign(this.#values, part);
    remember("preferences", this.#values);
  }
}

export const preferences = new Kept();

const systemIsCalm = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

/** Whether things should move as little as possible. */
export const isCalm = (): boolean => preferences.values.calm || Boolean(systemIsCalm?.matches);

const systemIsLight = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: light)") : null;

/** Let the document follow the chosen mode, and the system where that is wanted. */
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
