// Hints at the table: requested by the player to decide, discarded as soon as the table changes.

import type { HintMove, Hints, Refused, View } from "$protocol";

interface Source {
  view: () => View | null;
  ask: () => Promise<Hints | Refused>;
}

interface HintRequest {
  /** The view that the hints are about. */
  view: View;
  /** Best first; null until the reply comes, and if it is a refusal. */
  moves: readonly HintMove[] | null;
  refused: Refused | null;
}

export class HintState {
  readonly #source: Source;
  #request = $state.raw<HintRequest | null>(null);

  constructor(source: Source) {
    this.#source = source;
  }

  /** The request to show; null if there is none for the view on the board. */
  readonly current = $derived.by(() => (this.#request?.view === this.#source.view() ? this.#request : null));

  /** Ask for hints, or close those on the screen. */
  toggle(): void {
    if (this.current) this.close();
    else void this.#ask();
  }

  close(): void {
    this.#request = null;
  }

  async #ask(): Promise<void> {
    const view = this.#source.view();
    if (!view) return;
    const request: HintRequest = { view, moves: null, refused: null };
    this.#request = request;
    const reply = await this.#source.ask();
    if (this.#request !== request) return; // closed, or asked again
    this.#request = reply.type === "hints" ? { ...request, moves: reply.moves } : { ...request, refused: reply };
  }
}
