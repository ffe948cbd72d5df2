import { describe, expect, it } from "vitest";
import { answerDelay, ENOUGH_TIMES, MAX_DELAY_MS, MIN_DELAY_MS, TYPICAL, type Random } from "./answerDelay";
import { MAX_TIMES } from "./answerTimes";

const SAMPLES = 300;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

/** A generator with a seed (mulberry32), so that a failure can be repeated. */
function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const times = (count: number, person: (random: Random) => number, random: Random): number[] =>
  Array.from({ length: count }, () => person(random));

/** The statistic of Kolmogorov and Smirnov: the greatest distance between two empirical distributions. */
function distance(a: readonly number[], b: readonly number[]): number {
  const share = (sample: readonly number[], limit: number): number =>
    sample.filter((each) => each <= limit).length / sample.length;
  return Math.max(...[...a, ...b].map((limit) => Math.abs(share(a, limit) - share(b, limit))));
}
/** The distance that two samples of one distribution exceed once in a hundred times. */
const critical = (a: number, b: number): number => 1.63 * Math.sqrt((a + b) / (a * b));

/** People as they are: quick, slow, and of two minds. */
const PEOPLE: [string, (random: Random) => number][] = [
  ["a typical player", (random) => TYPICAL.medianMs * Math.exp(TYPICAL.sigma * normal(random))],
  ["a quick player", (random) => 900 * Math.exp(0.3 * normal(random))],
  ["a slow player", (random) => 6_000 * Math.exp(0.45 * normal(random))],
  [
    "a player who either knows at once or thinks",
    (random) => (random() < 0.6 ? 1_200 : 5_000) * Math.exp(0.25 * normal(random)),
  ],
];

/** As many answers of each sort as somebody sees who plays against this player for some evenings. */
const SEEN = 60;

/**
 * The distances, over several seeds, between own and automatic answers as somebody sees them who knows neither which are
 * which nor the times that the page remembers.
 */
function distances(person: (random: Random) => number, automatic: (own: number[], random: Random) => number): number[] {
  return SEEDS.map((seed) => {
    const random = seeded(seed);
    const remembered = times(MAX_TIMES, person, random);
    const delays = Array.from({ length: SEEN }, () => automatic(remembered, random));
    return distance(delays, times(SEEN, person, random));
  });
}
const LIMIT = critical(SEEN, SEEN);

describe("automatic answers", () => {
  it.each(PEOPLE)("of %s cannot be told from the player's own", (_, person) => {
    const found = distances(person, (own, random) => answerDelay("drawn", own, Infinity, random));
    expect(Math.max(...found), `of the seeds ${SEEDS.join()}`).toBeLessThan(LIMIT);
  });

  it.each(PEOPLE)("of %s could be told if they took a fixed, a short or an evenly varied time", (_, person) => {
    const isFound = (automatic: (own: number[], random: Random) => number): boolean =>
      Math.min(...distances(person, automatic)) > LIMIT;
    const mean = (own: number[]): number => own.reduce((sum, each) => sum + each, 0) / own.length;
    expect(isFound((own) => mean(own))).toBe(true);
    expect(isFound((own, random) => answerDelay("drawn", own, Infinity, random) / 3)).toBe(true);
    expect(isFound((own, random) => mean(own) * 2 * (0.8 + 0.4 * random()))).toBe(true);
  });

  it("of a player nobody knows yet are typical, and become the player's own with each known time", () => {
    const [, quick] = PEOPLE[1] ?? [];
    const random = seeded(11);
    const all = times(MAX_TIMES, quick ?? (() => 0), random);
    const typical = times(SAMPLES, PEOPLE[0]?.[1] ?? (() => 0), random);
    const delays = (count: number): number[] =>
      Array.from({ length: SAMPLES }, () => answerDelay("drawn", all.slice(0, count), Infinity, random));
    expect(distance(delays(0), typical)).toBeLessThan(critical(SAMPLES, SAMPLES));
    const fromOwn = [0, ENOUGH_TIMES / 2, ENOUGH_TIMES, MAX_TIMES].map((count) => distance(delays(count), all));
    expect(fromOwn).toEqual([...fromOwn].sort((a, b) => b - a));
    expect(fromOwn.at(-1)).toBeLessThan(critical(SAMPLES, MAX_TIMES));
  });

  it("are no repetitions of earlier times", () => {
    const random = seeded(5);
    const own = times(MAX_TIMES, (chance) => 1_000 + 4_000 * chance(), random);
    const delays = Array.from({ length: SAMPLES }, () => answerDelay("drawn", own, Infinity, random));
    expect(new Set(delays).size).toBe(SAMPLES);
    expect(delays.filter((delay) => own.includes(delay))).toEqual([]);
  });

  it("leave time for a claim, come before the time is up, and are never a slip of the finger", () => {
    const random = seeded(3);
    const median = (kind: string): number =>
      Array.from({ length: SAMPLES }, () => answerDelay(kind, [], Infinity, random)).sort((a, b) => a - b)[
        SAMPLES / 2
      ] ?? 0;
    expect(median("draw2+claim")).toBeGreaterThan(1.5 * median("draw2"));
    const hasty = Array.from({ length: ENOUGH_TIMES }, () => 5);
    const slow = Array.from({ length: ENOUGH_TIMES }, () => 29_000);
    for (let count = 0; count < SAMPLES; count++) {
      expect(answerDelay("drawn", [], 3_000, random)).toBeLessThanOrEqual(3_000);
      expect(answerDelay("drawn", hasty, Infinity, random)).toBe(MIN_DELAY_MS);
      expect(answerDelay("drawn", slow, Infinity, random)).toBe(MAX_DELAY_MS);
    }
    expect(answerDelay("drawn", slow, 100, random)).toBe(100);
    expect(answerDelay("drawn", slow, -100, random)).toBe(0);
  });
});
