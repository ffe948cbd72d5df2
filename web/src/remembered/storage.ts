// What this browser remembers between visits. One that forbids it remembers nothing, and everything still works.

/** Read something this browser remembers. */
export function recall<T>(key: string, otherwise: T): T {
  try {
    const written = localStorage.getItem(`huefall.${key}`);
    return written === null ? otherwise : (JSON.parse(written) as T);
  } catch {
    return otherwise;
  }
}

/** Let this browser remember something. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`huefall.${key}`, JSON.stringify(value));
  } catch {
    // A private window: it is forgotten with the page.
  }
}
