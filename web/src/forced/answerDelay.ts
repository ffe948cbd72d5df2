// How long an automatic answer waits: as long, and as differently from one time to the next, as the player's own answers.
// Whoever watches must not be able to tell that there was no choice (VIEW-01), so a delay is a sample from the distribution
// of the player's own times. Until enough of those are known, a part of the samples comes from a typical distribution.

import { hasClaim } from "./onlyAnswer";

/** From 0 to 1, as Math.random. */
export type Random = () => number;

/** A log-normal distribution: people's times to answer have many short and a few long ones. */
interface LogNormal {
  medianMs: number;
  /** The standard deviation of the logarithm. */
  sigma: number;
}

/** One in ten answers takes less than 1.2 s, and one in ten more than 4.9 s. */
export const TYPICAL: LogNormal = { medianMs: 2_400, sigma: 0.55 };
/** While somebody can be called or caught, too: time to do that first. */
export const TYPICAL_WITH_CLAIM: LogNormal = { medianMs: 5_000, sigma: 0.4 };

/** From this many own times on, nothing but those counts. */
export const ENOUGH_TIMES = 12;
/** The page takes a faster second move for a slip, so that people's own times are longer, too. */
export const MIN_DELAY_MS = 400;
export const MAX_DELAY_MS = 20_000;
/** How many samples are tried that end before the clock does. */
const MAX_TRIES = 20;

/**
 * Return how many ms to wait before the only answer to a question of this kind is given.
 *
 * @param own The player's own times for questions of this kind, in ms.
 * @param limitMs What is left of the clock for it.
 */
export function answerDelay(kind: string, own: readonly number[], limitMs: number, random: Random): number {
  const typical = hasClaim(kind) ? TYPICAL_WITH_CLAIM : TYPICAL;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const isOwn = random() * ENOUGH_TIMES < own.length;
    const delay = isOwn ? sampleLike(own, random) : typical.medianMs * Math.exp(typical.sigma * normal(random));
    const bounded = Math.min(Math.max(MIN_DELAY_MS, delay), MAX_DELAY_MS);
    if (bounded <= limitMs) return bounded;
  }
  return Math.max(0, limitMs);
}

/**
 * Sample from the distribution that some times come from: one of them, moved a little (a smoothed bootstrap with Silverman's
 * bandwidth, on logarithms), so that no time is ever repeated exactly and the spread stays the same.
 */
function sampleLike(times: readonly number[], random: Random): number {
  const logs = times.map((time) => Math.log(Math.max(1, time)));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length;
  const bandwidth = 0.9 * Math.sqrt(variance) * logs.length ** -0.2;
  const picked = logs[Math.floor(random() * logs.length)] ?? mean;
  const moved = picked - mean + bandwidth * normal(random);
  const shrink = variance > 0 ? Math.sqrt(variance / (variance + bandwidth ** 2)) : 1;
  return Math.exp(mean + shrink * moved);
}

/** Sample from the standard normal distribution (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
