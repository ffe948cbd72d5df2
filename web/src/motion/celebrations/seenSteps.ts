// Which steps have been celebrated already.

import type { Step } from "$/table/state";

export class SeenSteps {
  #last: number | null = null;

  /** Return those of `steps` that are new, and mark them as seen. `all` are the steps that the board shows now. */
  takeNew(steps: readonly Step[], all: readonly Step[]): readonly Step[] {
    const newest = all.at(-1)?.number ?? -1;
    // Nothing that happened before the page was opened is new; after a step back in a replay, later steps are new again.
    if (this.#last === null || newest < this.#last) this.#last = newest;
    const last = this.#last;
    const unseen = steps.filter(({ number }) => number > last && number <= newest);
    this.#last = unseen.at(-1)?.number ?? last;
    return unseen;
  }
}
