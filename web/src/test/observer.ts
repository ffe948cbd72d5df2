// What jsdom lacks: nothing changes its size in there, so nobody needs to be told.

import { vi } from "vitest";

/** Stand in for the browser's observer of sizes. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
}
