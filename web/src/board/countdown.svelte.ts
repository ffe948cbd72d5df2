// A running clock, as it is seen: how much of it is left, several times a second.

import type { RunningClock } from "$/table/state";

const TICK = 200; // ms

export class Countdown {
  /** Of the whole time, from 1 to 0. */
  left = $state(1);
  /** In whole seconds, rounded up. */
  seconds = $state(0);

  /** Follow a clock; to be made while a component is. */
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
      const ticking = setInterval(look, TICK);
      return () => clearInterval(ticking);
    });
  }
}
