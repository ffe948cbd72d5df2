// Stepping through a round, by hand or automatically, and the keys for it.

import { recall, remember } from "$/remembered/storage";
import type { Step } from "$/table/state";
import { shift, START, type Shift } from "./boardModelAt";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PAUSE_MS = 1_400; // between two steps at normal speed

export type Control = "first" | "previous" | "toggle" | "next" | "last";

const KEYS: Readonly<Record<string, Control>> = {
  Home: "first",
  ArrowLeft: "previous",
  " ": "toggle",
  ArrowRight: "next",
  End: "last",
};

/** What a key does anywhere on the page; null where the focused element uses the key itself. */
export function controlOf(event: KeyboardEvent): Control | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const control = KEYS[event.key] ?? null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input, select, textarea, dialog")) return null; // also the slider: it has keys of its own
  if (control === "toggle" && target?.closest("button, a, summary")) return null;
  return control;
}

export class Playback {
  at = $state.raw<Shift>(START);
  isPlaying = $state(false);
  speed = $state(recall<number>("replaySpeed", 1));
  #steps = $state.raw<readonly Step[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get index(): number {
    return this.at.index;
  }

  get last(): number {
    return Math.max(0, this.#steps.length - 1);
  }

  get steps(): readonly Step[] {
    return this.#steps;
  }

  /** Use the steps of a round, or of the same round as another seat saw it, and go to one of them. */
  take(steps: readonly Step[], index: number): void {
    this.#steps = steps;
    this.at = { index: Math.min(Math.max(0, index), this.last), count: this.at.count, taken: null };
  }

  go(index: number): void {
    const wanted = Math.min(Math.max(0, index), this.last);
    if (wanted !== this.index) this.at = shift(this.at, wanted, this.#steps);
    if (this.index === this.last) this.pause();
  }

  /** Execute a button or key. Stepping by hand stops the automatic playback. */
  control(control: Control): void {
    if (control === "toggle") {
      if (this.isPlaying) this.pause();
      else this.play();
      return;
    }
    this.pause();
    this.go({ first: 0, previous: this.index - 1, next: this.index + 1, last: this.last }[control]);
  }

  /** Play automatically; at the end, again from the beginning. */
  play(): void {
    if (this.index === this.last) this.go(0);
    this.isPlaying = this.last > 0;
    this.#wait();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  hurry(speed: number): void {
    this.speed = speed;
    remember("replaySpeed", speed);
    if (this.isPlaying) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.isPlaying) return;
    this.#timer = setTimeout(() => {
      this.go(this.index + 1);
      this.#wait();
    }, PAUSE_MS / this.speed);
  }
}
