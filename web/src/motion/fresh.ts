// Which steps have not been celebrated yet.

import type { Step } from "$/table/state";

/** Keeps up to where things have been shown. */
export class Seen {
  #last: number | null = null;

  /** Return those of `steps` that are new, and take them as shown; `all` is how far the table is now. */
  take(steps: readonly Step[], all: readonly Step[]): readonly Step[] {
    const newest = all.at(-1)?.number ?? -1;
    // Who has just come saw none, and of a replay that has gone back everything after it is to come again.
    if (this.#last === null || newest < this.#last) this.#last = newest;
    const last = this.#last;
    const fresh = steps.filter(({ number }) => number > last && number <= newest);
    this.#last = fresh.at(-1)?.number ?? last;
    return fresh;
  }
}
