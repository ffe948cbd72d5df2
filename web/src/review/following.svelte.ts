// A review on its way: asked for once, then looked after until it is here or cannot come.

import type { Review, ReviewShown } from "$protocol";
import { isTableOpen, matchPath } from "$/replay/fetching";
import { ask, Fault } from "$/wire/http";

const EVERY = 1_000; // ms
/** What passes by itself. */
const PASSING = ["offline", "preparing", "server_busy", "too_fast"];

export class Following {
  review = $state.raw<Review | null>(null);
  /** How far it is; none before the server has said so. */
  shown = $state.raw<Omit<ReviewShown, "review"> | null>(null);
  /** Why it does not come, or not yet. */
  fault = $state.raw<Fault | null>(null);
  /** Whether there is still a table to go to, as far as that is known: it is asked for where no review can come. */
  hasTable = $state(true);
  readonly #code: string;
  readonly #path: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLeft = false;

  constructor(code: string, match: number) {
    this.#code = code;
    this.#path = `${matchPath(code, match)}/review`;
  }

  get hasFailed(): boolean {
    return this.shown?.state === "failed" || (this.fault !== null && !PASSING.includes(this.fault.reason));
  }

  /** Ask for the review; one that has been made is simply given. */
  async begin(): Promise<void> {
    this.shown = null;
    await this.#look("POST");
  }

  /** Ask no more: the page is left. */
  leave(): void {
    this.#isLeft = true;
    clearTimeout(this.#timer);
  }

  async #look(method: "GET" | "POST"): Promise<void> {
    let next = method;
    try {
      const { review, ...shown } = await ask<ReviewShown>(method, this.#path);
      this.fault = null;
      this.shown = shown;
      this.review = review;
      // Whoever restarted the server while it waited has forgotten it.
      next = shown.state === "none" ? "POST" : "GET";
    } catch (error) {
      const fault = error instanceof Fault ? error : new Fault({ reason: "internal", text: String(error) });
      if (!PASSING.includes(fault.reason)) this.hasTable = await isTableOpen(this.#code);
      this.fault = fault;
    }
    if (!this.#isLeft && !this.review && !this.hasFailed) this.#timer = setTimeout(() => void this.#look(next), EVERY);
  }
}
