// How long this player took to answer when there was a choice, by kind of question. It is not sent anywhere.

import { recall, remember } from "$/remembered/storage";

const KEY = "answer_times";
/** As many as it takes to know somebody, and few enough to follow when they become faster. */
export const MAX_TIMES = 40;
/** Whoever took longer was away. */
export const MAX_TIME_MS = 30_000;

/** In ms, the oldest first: `{ "drawn": [1840, 2210] }`. */
type AnswerTimes = Record<string, number[]>;

export const answerTimes = (kind: string): readonly number[] => recall<AnswerTimes>(KEY, {})[kind] ?? [];

/** Remember how long an answer took; the oldest times of its kind are dropped. */
export function noteAnswerTime(kind: string, ms: number): void {
  if (ms > MAX_TIME_MS) return;
  remember(KEY, { ...recall<AnswerTimes>(KEY, {}), [kind]: [...answerTimes(kind), Math.round(ms)].slice(-MAX_TIMES) });
}
