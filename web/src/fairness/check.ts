// The proof of the shuffle, made in the browser: the seed held against the commitment, every order made anew from it.

import { shuffled, wordsOf } from "./chance";
import type { Header, ShuffleRecord, WrittenOrder } from "./record";
import { sha256 } from "./sha256";

/** One thing that was checked. */
export type Finding =
  /** Whether the hash of the revealed seed and of what is played is the record's commitment. */
  | { what: "commitment"; isRight: boolean; computed: string; written: string | null }
  /** Whether the record's commitment is the one that was shown before the deal. */
  | { what: "shown"; isRight: boolean; shown: string; written: string | null }
  /** Whether an order follows from the seed; if not, `place` (from 1) is the first card that differs. */
  | { what: "order"; isRight: boolean; order: WrittenOrder; place: number; expected: string; found: string };

const SLICE = 8; // ms of work, then the page may do something else

/** Write a value as the commitment does: no spaces, keys sorted. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part === null || typeof part !== "object" || Array.isArray(part)
      ? part
      : Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}

/** Compute the commitment to a seed and what is played with it. */
export function commitmentOf({ deck, edition, options, players }: Header, seed: string): Promise<string> {
  return sha256(`huefall commitment 1\n${canonical({ deck, edition, options, players, seed })}`);
}

/** Hold one order against what the words give. Takes as many words whatever the record says. */
export function checkOrder(words: () => number, order: WrittenOrder): Finding {
  const count = order.what === "dealer_draw" ? order.after.length : undefined;
  const expected = shuffled(words, order.before, count);
  const length = order.what === "dealer_draw" ? order.after.length : expected.length;
  const wrong = Array.from({ length: Math.max(length, order.after.length) }, (_, place) => place).find(
    (place) => expected[place] !== order.after[place],
  );
  const place = wrong ?? 0;
  return {
    what: "order",
    isRight: wrong === undefined,
    order,
    place: place + 1,
    expected: expected[place] ?? "",
    found: order.after[place] ?? "",
  };
}

/** Check a record step by step. `shown` is the commitment the reader was shown before the deal, if there is one. */
export async function* check(
  record: ShuffleRecord,
  shown: string | null,
  pause: () => Promise<void> = breathe,
): AsyncGenerator<Finding> {
  const { header, orders, seed } = record;
  if (seed === null) return; // nothing can be said
  if (shown) yield { what: "shown", isRight: shown === header.commitment, shown, written: header.commitment };
  const computed = await commitmentOf(header, seed);
  yield { what: "commitment", isRight: computed === header.commitment, computed, written: header.commitment };
  const words = wordsOf(seed);
  let since = performance.now();
  for (const order of orders) {
    yield checkOrder(words, order);
    if (performance.now() - since < SLICE) continue;
    await pause();
    since = performance.now();
  }
}

/** Let the page draw and answer before going on. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
