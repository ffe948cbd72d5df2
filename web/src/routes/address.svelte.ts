// The router: the address decides which page is shown; links and the browser's buttons change it.

/** A page and the parameters in its path. */
export type Place =
  | { page: "start" }
  | { page: "table"; code: string }
  | { page: "replay"; code: string; match: number }
  | { page: "review"; code: string; match: number }
  | { page: "rules"; edition: string }
  | { page: "learn" }
  | { page: "me" }
  | { page: "device" }
  | { page: "lost" };

export function placeOf(path: string): Place {
  const parts = path.split("/").filter(Boolean).map(decoded);
  const [first, second, third, fourth, fifth] = parts;
  if (first === undefined) return { page: "start" };
  if (first === "t" && second && parts.length === 2) return { page: "table", code: second };
  if (first === "t" && second && third === "match" && /^[1-9]\d{0,5}$/.test(fourth ?? "")) {
    if (parts.length === 4) return { page: "replay", code: second, match: Number(fourth) };
    if (parts.length === 5 && fifth === "review") return { page: "review", code: second, match: Number(fourth) };
  }
  if (first === "rules" && parts.length <= 2) return { page: "rules", edition: second ?? "classic" };
  if (first === "learn" && parts.length === 1) return { page: "learn" };
  if (first === "me" && parts.length === 1) return { page: "me" };
  if (first === "device" && parts.length === 1) return { page: "device" };
  return { page: "lost" };
}

/** Decodes a part of a path; one that is malformed stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Asks whether to leave the page, and calls `go` if the answer is yes. */
export type LeaveGuard = (go: () => void) => void;

class Address {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  #guard: LeaveGuard | null = null;

  get place(): Place {
    return placeOf(this.path);
  }

  /** Go to another page of this app; if it replaces this one, "Back" does not lead here again. */
  go(path: string, { isReplacing = false } = {}): void {
    if (isReplacing) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.#read();
    if (!location.hash) scrollTo(0, 0); // a page scrolls to its anchor when it has loaded
  }

  /** Change the query without a new entry in the history; null deletes a parameter. */
  note(parameters: Record<string, string | number | null>): void {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(parameters)) {
      if (value === null) query.delete(name);
      else query.set(name, String(value));
    }
    history.replaceState(null, "", query.size ? `${location.pathname}?${query}` : location.pathname);
    this.query = query;
  }

  /**
   * Have a page ask before a link or the browser's buttons lead away from it within the app. Returns a function that
   * ends this. `go` is not held up: code that calls it has decided.
   */
  guardLeaving(guard: LeaveGuard): () => void {
    this.#guard = guard;
    return () => {
      if (this.#guard === guard) this.#guard = null;
    };
  }

  /** Handle links within the app and the browser's buttons. */
  follow(): void {
    addEventListener("popstate", () => this.#onPop());
    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (placeOf(link.pathname).page === "lost" || link.pathname === location.pathname) return;
      event.preventDefault();
      const go = (): void => this.go(link.pathname + link.search + link.hash);
      if (this.#guard) this.#guard(go);
      else go();
    });
  }

  #onPop(): void {
    const guard = this.#guard;
    if (!guard || location.pathname === this.path) {
      this.#read();
      return;
    }
    // The browser has changed the address already. Put the guarded page on top of where it went, until there is an answer.
    history.pushState(null, "", this.query.size ? `${this.path}?${this.query}` : this.path);
    guard(() => {
      this.#guard = null;
      history.back();
    });
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export const address = new Address();
