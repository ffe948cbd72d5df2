// Which steps have been celebrated already.

import type { Step } from "$/table/state";
import { MAX_STEPS } from "../timeline";

export class SeenSteps {
  #last: number | null = null;
  /** The numbers of the newest steps, celebrated or not. */
  #recent: readonly number[] = [];

  /** Return those of `steps` that are new, and mark them as seen. `all` are the steps that the board shows now. */
  takeNew(steps: readonly Step[], all: readonly Step[]): readonly Step[] {
    const newest = all.at(-1)?.number ?? -1;
    const known = this.#recent.at(-1) ?? -1;
    const later = all.map(({ number }) => number).filter((number) => number > known);
    this.#recent = [...this.#recent, ...later].slice(-MAX_STEPS);
    // Nothing that happened before the page was opened is new; after a step back in a replay, later steps are new again.
    if (this.#last === null || newest < this.#last) this.#last = newest;
    const last = this.#last;
    const unseen = steps.filter(({ number }) => number > last && number <= newest);
    this.#last = unseen.at(-1)?.number ?? last;
    return unseen;
  }

  /** Whether at most one move has been made since a step, so that its celebration may still be visible. */
  isRecent(step: number): boolean {
    return this.#recent.includes(step);
  }
}
