// Animates new steps: cards fly and sounds play for everything that happened since the board was last drawn.

import { untrack } from "svelte";
import { Motion } from "$/motion/motion";
import { soundFor } from "$/sound/sounds";
import type { BoardModel } from "$/table/boardModel";
import type { Step } from "$/table/state";
import { newSteps } from "./newSteps";

/** Steps that follow faster than this are not animated: no eye follows them, and flying cards would hide the table. */
export const RUSH_MS = 220;

export class StepAnimator {
  /** The newest steps that are animated; celebrations follow them. */
  steps = $state.raw<readonly Step[]>([]);
  #audible = $state.raw<readonly Step[]>([]);
  #motion: Motion | null = null;
  #seen: number | null = null;
  #lastAt = -RUSH_MS;

  /** Call it while a component initialises: it sets up effects. `root` is the board's element. */
  constructor(model: () => BoardModel, root: () => HTMLElement | undefined) {
    // Before the board is drawn: remember where the cards are.
    $effect.pre(() => {
      const { steps, view } = model();
      const added = newSteps(steps, this.#seen);
      this.#seen = steps.at(-1)?.number ?? this.#seen ?? -1;
      if (!added.length) return;
      const now = performance.now();
      const isRushed = now - this.#lastAt < RUSH_MS && !view.over;
      this.#lastAt = now;
      this.#audible = added;
      if (isRushed) this.#motion?.catchUp();
      else {
        this.#motion?.before();
        this.steps = added;
      }
    });
    // After it: let them fly. Depends on `steps` alone, not on other changes of the table.
    $effect(() => {
      const element = root();
      const { steps } = this;
      if (!element) return;
      this.#motion ??= new Motion(element);
      if (steps.length) untrack(() => this.#motion?.after(steps, model()));
    });
    $effect(() => {
      const steps = this.#audible;
      untrack(() => soundFor(steps, model().me));
    });
  }
}
