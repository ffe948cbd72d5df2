// Whether matches can begin: a new server compiles the rules first.

import type { Health } from "$protocol";
import { ask } from "$/wire/http";

const POLL_MS = 1_000;

/** Report the progress of the compilation, from 0 to 1, and null once the rules are ready. Returns a function to stop. */
export function pollEngine(report: (progress: number | null) => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = async (): Promise<void> => {
    const health = await ask<Health>("GET", "/healthz").catch(() => null);
    if (isOver) return;
    const isReady = health?.engine.ready ?? false;
    report(health && !isReady ? health.engine.progress : null);
    if (!isReady) timer = setTimeout(() => void poll(), POLL_MS);
  };
  void poll();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
