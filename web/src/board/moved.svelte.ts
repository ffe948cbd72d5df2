// What is new on the board is moved and heard: told to the flying cards before and after it is drawn.

import { untrack } from "svelte";
import { Motion } from "$/motion/motion";
import { soundFor } from "$/sound/sounds";
import type { Shown } from "$/table/shown";
import type { Step } from "$/table/state";
import { newSteps } from "./fresh";

/** Steps that come faster than this, in ms, are not moved: no eye follows them, and cards in the air would hide the table. */
export const RUSH = 220;

export class Moved {
  /** The steps that came last and are shown to happen. */
  steps = $state.raw<readonly Step[]>([]);
  #heard = $state.raw<readonly Step[]>([]);
  #motion: Motion | null = null;
  #seen: number | null = null;
  #last = -RUSH;

  /** Follow what is shown within an element; to be made while a component is. */
  constructor(shown: () => Shown, root: () => HTMLElement | undefined) {
    $effect.pre(() => {
      const { steps, view } = shown();
      const fresh = newSteps(steps, this.#seen);
      this.#seen = steps.at(-1)?.number ?? this.#seen ?? -1;
      if (!fresh.length) return;
      const now = performance.now();
      const isRushed = now - this.#last < RUSH && !view.over;
      this.#last = now;
      this.#heard = fresh;
      if (isRushed) this.#motion?.hurry();
      else {
        this.#motion?.before();
        this.steps = fresh;
      }
    });
    $effect(() => {
      const element = root();
      const { steps } = this; // only new steps are moved, whatever else about the table changes
      if (!element) return;
      this.#motion ??= new Motion(element);
      if (steps.length) untrack(() => this.#motion?.after(steps, shown()));
    });
    $effect(() => {
      const steps = this.#heard;
      untrack(() => soundFor(steps, shown().me));
    });
  }
}
