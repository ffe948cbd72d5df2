// Hints at the table: asked for by whoever has to decide, gone as soon as the table has moved on.

import type { HintMove, Hints, Refused, View } from "$protocol";

interface Given {
  view: () => View | null;
  ask: () => Promise<Hints | Refused>;
}

interface Shown {
  /** What they are about; of another view they would be wrong. */
  view: View;
  /** Best first; none: they are on their way, or do not come. */
  moves: readonly HintMove[] | null;
  refused: Refused | null;
}

export class Hinting {
  readonly #given: Given;
  #shown = $state.raw<Shown | null>(null);

  constructor(given: Given) {
    this.#given = given;
  }

  /** What is to be shown; none: nobody wants to know, or it is no longer so. */
  readonly shown = $derived.by(() => (this.#shown?.view === this.#given.view() ? this.#shown : null));

  /** Ask, or put the answer away. */
  toggle(): void {
    if (this.shown) this.close();
    else void this.#ask();
  }

  close(): void {
    this.#shown = null;
  }

  async #ask(): Promise<void> {
    const view = this.#given.view();
    if (!view) return;
    const asked: Shown = { view, moves: null, refused: null };
    this.#shown = asked;
    const answer = await this.#given.ask();
    if (this.#shown !== asked) return; // put away, or asked again
    this.#shown = answer.type === "hints" ? { ...asked, moves: answer.moves } : { ...asked, refused: answer };
  }
}
