// Whether matches can begin: a fresh machine compiles the rules first.

import type { Health } from "$protocol";
import { ask } from "$/wire/http";

const EVERY = 1_000; // ms

/** Tell how far the rules are, from 0 to 1, until they are ready: then nothing. Returns how to stop. */
export function followEngine(hear: (progress: number | null) => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    const health = await ask<Health>("GET", "/healthz").catch(() => null);
    if (isOver) return;
    const isReady = health?.engine.ready ?? false;
    hear(health && !isReady ? health.engine.progress : null);
    if (!isReady) timer = setTimeout(() => void look(), EVERY);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
