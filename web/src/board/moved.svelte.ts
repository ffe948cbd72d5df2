// What is new on the board is moved and heard: told to the flying cards before and after it is drawn.

import { untrack } from "svelte";
import { Motion } from "$/motion/motion";
import { soundFor } from "$/sound/sounds";
import type { Shown } from "$/table/shown";
import type { Step } from "$/table/state";
import { newSteps } from "./fresh";

export class Moved {
  /** The steps that came last. */
  steps = $state.raw<readonly Step[]>([]);
  #motion: Motion | null = null;
  #seen: number | null = null;

  /** Follow what is shown within an element; to be made while a component is. */
  constructor(shown: () => Shown, root: () => HTMLElement | undefined) {
    $effect.pre(() => {
      const { steps } = shown();
      const fresh = newSteps(steps, this.#seen);
      this.#seen = steps.at(-1)?.number ?? this.#seen ?? -1;
      if (!fresh.length) return;
      this.#motion?.before();
      this.steps = fresh;
    });
    $effect(() => {
      const element = root();
      const { steps } = this; // only new steps are moved, whatever else about the table changes
      if (!element) return;
      this.#motion ??= new Motion(element);
      if (!steps.length) return;
      untrack(() => {
        this.#motion?.after(steps, shown());
        soundFor(steps, shown().me);
      });
    });
  }
}
