// Requests a review and polls the server until it is done or has failed.

import type { Review, ReviewShown } from "$protocol";
import { isTableOpen, matchPath, TEMPORARY } from "$/replay/matchApi";
import { ask, RequestError } from "$/wire/http";

const POLL_MS = 1_000;

export class ReviewPoller {
  review = $state.raw<Review | null>(null);
  /** State and progress; null before the server has answered. */
  status = $state.raw<Omit<ReviewShown, "review"> | null>(null);
  /** The last answer, if it was an error. */
  error = $state.raw<RequestError | null>(null);
  /** Whether the table still exists; only looked up if there can be no review. */
  hasTable = $state(true);
  readonly #code: string;
  readonly #path: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasStopped = false;

  constructor(code: string, match: number) {
    this.#code = code;
    this.#path = `${matchPath(code, match)}/review`;
  }

  get hasFailed(): boolean {
    return this.status?.state === "failed" || (this.error !== null && !TEMPORARY.includes(this.error.reason));
  }

  /** Request the review; the server makes it only once. */
  async begin(): Promise<void> {
    this.status = null;
    await this.#poll("POST");
  }

  /** Stop polling: the page is left. */
  stop(): void {
    this.#hasStopped = true;
    clearTimeout(this.#timer);
  }

  async #poll(method: "GET" | "POST"): Promise<void> {
    let next = method;
    try {
      const { review, ...status } = await ask<ReviewShown>(method, this.#path);
      this.error = null;
      this.status = status;
      this.review = review;
      // A server that was restarted in between has forgotten the request.
      next = status.state === "none" ? "POST" : "GET";
    } catch (error) {
      const failure =
        error instanceof RequestError ? error : new RequestError({ reason: "internal", text: String(error) });
      if (!TEMPORARY.includes(failure.reason)) this.hasTable = await isTableOpen(this.#code);
      this.error = failure;
    }
    if (!this.#hasStopped && !this.review && !this.hasFailed)
      this.#timer = setTimeout(() => void this.#poll(next), POLL_MS);
  }
}
