// What is left of a running clock, updated several times a second.

import type { RunningClock } from "$/table/state";

const TICK_MS = 200;

export class Countdown {
  /** The share of the time that is left, from 1 to 0. */
  left = $state(1);
  /** What is left in seconds, rounded up. */
  seconds = $state(0);

  /** Call it while a component initialises: it sets up an effect. */
  constructor(clock: () => RunningClock | null) {
    $effect(() => {
      const running = clock();
      if (!running) {
        this.left = 1;
        return;
      }
      const look = (): void => {
        const left = Math.max(0, running.until - performance.now());
        this.left = running.limit > 0 ? Math.min(1, left / running.limit) : 1;
        this.seconds = Math.ceil(left / 1000);
      };
      look();
      const ticking = setInterval(look, TICK_MS);
      return () => clearInterval(ticking);
    });
  }
}
