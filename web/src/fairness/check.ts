// The proof of the shuffle, made in the browser: compare the seed with the commitment and repeat every shuffle.

import type { OwnContribution } from "./contributions";
import type { Header, ShuffleRecord, WrittenOrder } from "./record";
import { commitmentTo, hashFields, mixSeed, sealOf, type SharedSeed } from "./sharedSeed";
import { randomWords, shuffled, type RandomWords } from "./shuffle";

/** One thing that was checked. */
export type Finding =
  /** Whether the hash of the revealed seed and the variant is the record's commitment. */
  | { what: "commitment"; isRight: boolean; computed: string; written: string | null }
  /** Whether the record's commitment is the one that was shown before the deal. */
  | { what: "shown"; isRight: boolean; shown: string; written: string | null }
  /** Whether the record names the commitment that was shown for the match before: none was left out. */
  | { what: "previous"; isRight: boolean; shown: string; written: string | null }
  /** Whether the contributions fit their seals; `withheld` are seats that sealed one and did not tell it. */
  | { what: "seals"; isRight: boolean; contributors: number[]; withheld: number[] }
  /** Whether the seals are those that this browser was shown, and whether its contribution is among the others. */
  | { what: "own"; isRight: boolean; isIncluded: boolean }
  /** Whether the seed is mixed from the server's part, the contributions and what is played. */
  | { what: "seed"; isRight: boolean; computed: string }
  /** Whether an order follows from the seed; if not, `place` (from 1) is the first card that differs. */
  | { what: "order"; isRight: boolean; order: WrittenOrder; place: number; expected: string; found: string };

const WORK_MS = 8; // then the page may draw and react to input

/** What the reader was shown before the deal; null or missing if it is not known. */
export interface Shown {
  commitment?: string | null;
  /** The commitment of the table's match before. */
  previous?: string | null;
  own?: OwnContribution | null;
}

/** The commitment to a seed that the server drew alone, and to a variant: 64 lower-case hex digits. */
export function commitmentOf({ deck, edition, options, players }: Header, seed: string): string {
  return hashFields("huefall commitment 1", { deck, edition, options, players, seed });
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

/** Check the seals of a record, the contribution of this browser, and the seed. */
function* checkSharedSeed(header: Header, shared: SharedSeed, serverSeed: string, seed: string, shown: Shown) {
  const { seals, contributions, previous } = shared;
  const commitment = header.commitment ?? "";
  if (shown.previous)
    yield { what: "previous", isRight: shown.previous === previous, shown: shown.previous, written: previous } as const;
  const seats = contributions.map((_, seat) => seat);
  const isRight =
    seals.length === header.players &&
    contributions.length === header.players &&
    contributions.every((told, seat) => !told || sealOf(told, commitment) === seals[seat]);
  yield {
    what: "seals",
    isRight,
    contributors: seats.filter((seat) => contributions[seat]),
    withheld: seats.filter((seat) => seals[seat] && !contributions[seat]),
  } as const;
  const { own } = shown;
  if (own)
    yield {
      what: "own",
      isRight: own.seals === null || own.seals.join() === seals.join(),
      isIncluded: contributions.includes(own.contribution),
    } as const;
  const { deck, edition, options, players, rules_version } = header;
  const computed = mixSeed({ deck, edition, options, players, rules_version }, shared, commitment, serverSeed);
  yield { what: "seed", isRight: computed === seed, computed } as const;
}

/** Check a record order by order, against what the reader was shown before the deal. */
export async function* check(
  record: ShuffleRecord,
  shown: Shown = {},
  pause: () => Promise<void> = nextTask,
): AsyncGenerator<Finding> {
  const { header, orders, seed, sharedSeed, serverSeed } = record;
  if (seed === null) return; // without the seed, nothing can be proven
  const written = header.commitment;
  if (shown.commitment)
    yield { what: "shown", isRight: shown.commitment === written, shown: shown.commitment, written };
  const computed = sharedSeed ? commitmentTo(sharedSeed, serverSeed) : commitmentOf(header, seed);
  yield { what: "commitment", isRight: computed === written, computed, written };
  if (sharedSeed) yield* checkSharedSeed(header, sharedSeed, serverSeed, seed, shown);
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
