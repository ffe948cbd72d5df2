// Parts of the page that are fetched when they are first needed. One that does not come is fetched again when the
// server is back; where the server has another build by now, its name leads nowhere, and only a reload helps.

const ASK_AGAIN = 3_000; // ms
const MOST_TRIES = 3; // while the server answers and has this very build: the part itself cannot be had

/** Why a part is not there: the server cannot be reached, has another build than this page, or does not give it. */
export type Missing = "away" | "renewed" | "failed";

// A style that did not come is not asked for again by the loader: the part would come without its looks.
const torn = new Set<HTMLLinkElement>();
if (typeof document !== "undefined")
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") torn.add(target);
    },
    true,
  );

/** Fetch the styles again that did not come. */
async function mendStyles(): Promise<void> {
  await Promise.all(
    [...torn].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.addEventListener("load", () => resolve());
          again.addEventListener("error", () => reject(new Error(`no styles: ${link.href}`)));
          torn.delete(link);
          link.replaceWith(again);
        }),
    ),
  );
}

/** Find out what stands between this page and one of its parts; none: nothing that can be seen. */
export async function findObstacle(): Promise<Missing | null> {
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

/** One part on its way. */
export class ComponentLoader<Part> {
  part = $state.raw<Part | null>(null);
  missing = $state<Missing | null>(null);
  readonly #load: () => Promise<Part>;
  #tries = 0;
  #isTrying = false;
  #isLeft = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** Fetch the part, until it is here or cannot come any more; returns what stops that. */
  start(): () => void {
    const again = (): void => void this.fetch();
    addEventListener("online", again);
    again();
    return () => {
      this.#isLeft = true;
      clearTimeout(this.#timer);
      removeEventListener("online", again);
    };
  }

  /** Try once, now. */
  async fetch(): Promise<void> {
    if (this.#isTrying || this.#isLeft || this.part !== null) return;
    clearTimeout(this.#timer);
    this.#isTrying = true;
    try {
      await mendStyles();
      this.part = await this.#load();
      this.missing = null;
    } catch {
      const obstacle = await findObstacle();
      this.#tries = obstacle === "away" ? 0 : this.#tries + 1;
      this.missing = obstacle ?? (this.#tries < MOST_TRIES ? "away" : "failed");
      if (this.missing === "away" && !this.#isLeft) this.#timer = setTimeout(() => void this.fetch(), ASK_AGAIN);
    } finally {
      this.#isTrying = false;
    }
  }
}
