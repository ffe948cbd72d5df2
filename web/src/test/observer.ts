// jsdom has no ResizeObserver; nothing changes its size there, so the stub never calls back.

import { vi } from "vitest";

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
