// Loads components on demand. If the server cannot be reached, tries again until it is back. If the server has another
// build by now, the old files are gone, and only a reload helps.

const RETRY_MS = 3_000;
const MAX_TRIES = 3; // while the server answers and has the same build

/** Why a component is missing: the server cannot be reached, has another build, or does not deliver it. */
export type Missing = "away" | "renewed" | "failed";

// The browser's loader does not retry a failed stylesheet; without this, a component would appear unstyled.
const failedStyles = new Set<HTMLLinkElement>();
if (typeof document !== "undefined")
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
    },
    true,
  );

async function reloadFailedStyles(): Promise<void> {
  await Promise.all(
    [...failedStyles].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.addEventListener("load", () => resolve());
          again.addEventListener("error", () => reject(new Error(`no styles: ${link.href}`)));
          failedStyles.delete(link);
          link.replaceWith(again);
        }),
    ),
  );
}

/** Find out why a component could not be loaded; null if the server answers and has the same build. */
async function findObstacle(): Promise<Missing | null> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  try {
    const response = await fetch("/", { cache: "no-store" });
    if (!response.ok) return "away";
    const page = await response.text();
    return own && !page.includes(new URL(own.src).pathname) ? "renewed" : null;
  } catch {
    return "away";
  }
}

export class ComponentLoader<Part> {
  part = $state.raw<Part | null>(null);
  missing = $state<Missing | null>(null);
  readonly #load: () => Promise<Part>;
  #tries = 0;
  #isTrying = false;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** Load until it succeeds or is hopeless; returns a function that stops that. */
  start(): () => void {
    const again = (): void => void this.fetch();
    addEventListener("online", again);
    again();
    return () => {
      this.#isStopped = true;
      clearTimeout(this.#timer);
      removeEventListener("online", again);
    };
  }

  /** Try once, now. Also called by the "try again" button. */
  async fetch(): Promise<void> {
    if (this.#isTrying || this.#isStopped || this.part !== null) return;
    clearTimeout(this.#timer);
    this.#isTrying = true;
    try {
      await reloadFailedStyles();
      this.part = await this.#load();
      this.missing = null;
    } catch {
      const obstacle = await findObstacle();
      this.#tries = obstacle === "away" ? 0 : this.#tries + 1;
      this.missing = obstacle ?? (this.#tries < MAX_TRIES ? "away" : "failed");
      if (this.missing === "away" && !this.#isStopped) this.#timer = setTimeout(() => void this.fetch(), RETRY_MS);
    } finally {
      this.#isTrying = false;
    }
  }
}
