// The proof of the shuffle, made in the browser: compare the seed with the commitment and repeat every shuffle.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Header, ShuffleRecord, WrittenOrder } from "./record";
import { randomWords, shuffled, type RandomWords } from "./shuffle";

/** One thing that was checked. */
export type Finding =
  /** Whether the hash of the revealed seed and the variant is the record's commitment. */
  | { what: "commitment"; isRight: boolean; computed: string; written: string | null }
  /** Whether the record's commitment is the one that was shown before the deal. */
  | { what: "shown"; isRight: boolean; shown: string; written: string | null }
  /** Whether an order follows from the seed; if not, `place` (from 1) is the first card that differs. */
  | { what: "order"; isRight: boolean; order: WrittenOrder; place: number; expected: string; found: string };

const WORK_MS = 8; // then the page may draw and react to input

/** JSON as the commitment hashes it: no spaces, keys sorted. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part === null || typeof part !== "object" || Array.isArray(part)
      ? part
      : Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}

/** The commitment to a seed and a variant: 64 lower-case hex digits. */
export function commitmentOf({ deck, edition, options, players }: Header, seed: string): string {
  // Not crypto.subtle: browsers offer it on secure pages only, and a table in a home network is served over plain http.
  return bytesToHex(
    sha256(utf8ToBytes(`huefall commitment 1\n${canonical({ deck, edition, options, players, seed })}`)),
  );
}

/** Compare one recorded order with the shuffle. Uses the same number of words whether or not they agree. */
function checkOrder(words: RandomWords, order: WrittenOrder): Finding {
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

/** Check a record order by order. `shown` is the commitment the reader was shown before the deal, or null. */
export async function* check(
  record: ShuffleRecord,
  shown: string | null,
  pause: () => Promise<void> = nextTask,
): AsyncGenerator<Finding> {
  const { header, orders, seed } = record;
  if (seed === null) return; // without the seed, nothing can be proven
  if (shown) yield { what: "shown", isRight: shown === header.commitment, shown, written: header.commitment };
  const computed = commitmentOf(header, seed);
  yield { what: "commitment", isRight: computed === header.commitment, computed, written: header.commitment };
  const words = randomWords(seed);
  let since = performance.now();
  for (const order of orders) {
    yield checkOrder(words, order);
    if (performance.now() - since < WORK_MS) continue;
    await pause();
    since = performance.now();
  }
}

/** Let the page draw and react to input first. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
