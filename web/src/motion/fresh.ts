// Which steps have not been shown yet. A board may be given all steps of a round, or only the last; both are right.

import type { Step } from "$/table/state";

/** Keeps what has been shown. */
export class Seen {
  #last: number | null = null;

  /** Return the steps that are new, and take them as shown. Who has just come, or has gone back in a replay, saw none. */
  take(steps: readonly Step[]): readonly Step[] {
    const newest = steps.at(-1)?.number;
    const last = this.#last;
    if (newest === undefined) return [];
    this.#last = newest;
    return last === null ? [] : steps.filter(({ number }) => number > last);
  }

  /** Take everything up to now as shown. */
  begin(steps: readonly Step[]): void {
    this.#last = steps.at(-1)?.number ?? this.#last ?? -1;
  }
}
