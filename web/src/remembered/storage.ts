// Values kept in this browser between visits. If storage is forbidden, nothing is kept and everything still works.

export function recall<T>(key: string, otherwise: T): T {
  try {
    const written = localStorage.getItem(`huefall.${key}`);
    return written === null ? otherwise : (JSON.parse(written) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`huefall.${key}`, JSON.stringify(value));
  } catch {
    // Storage is forbidden, as in some private windows.
  }
}

/** Forget everything but the language, which says nothing about a person. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith("huefall.") && key !== "huefall.language") localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: there is nothing to forget.
  }
}
