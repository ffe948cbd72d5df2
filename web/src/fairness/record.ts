// The parts of a record (docs/records.md) that the proof of its shuffles needs: the header, the orders, the seed.

import type { SharedSeed } from "./sharedSeed";

/** What the commitment binds in addition to the seed, and the commitment itself. */
export interface Header {
  deck: string[];
  edition: unknown;
  options: Record<string, unknown>;
  players: number;
  rules_version?: number;
  commitment: string | null;
}

/** An order of cards in the record. */
export interface WrittenOrder {
  what: "dealer_draw" | "deck" | "reshuffle";
  /** Line of the record, from 1. */
  line: number;
  /** Round, from 1; 0 for the dealer draw, which comes before the first round. */
  round: number;
  /** Number of moves of the round before it; 0 for the dealer draw and the deal. */
  move: number;
  /** The cards before the shuffle. */
  before: readonly string[];
  after: readonly string[];
}

export interface ShuffleRecord {
  header: Header;
  orders: readonly WrittenOrder[];
  /** 64 hex digits; null if it was not revealed, or is a number (no commitment). */
  seed: string | null;
  /** What the seed was mixed from; null if the server drew it alone. */
  sharedSeed: SharedSeed | null;
  /** The server's part of a shared seed; "" if there is none. */
  serverSeed: string;
}

/** The text is not a record, or is damaged. */
export class BrokenRecord extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} of the record cannot be read`);
    this.line = line;
  }
}

type Line = Record<string, unknown>;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

/** Read the text of a record; throws `BrokenRecord`. */
export function readRecord(text: string): ShuffleRecord {
  const lines = text.trimEnd().split("\n").map(readLine);
  const header = lines[0] as Line;
  const sharedSeed = header.version === 2 && isSharedSeed(header.shared_seed) ? header.shared_seed : null;
  const isKnown = header.format === "huefall-record" && (header.version === 1 || sharedSeed !== null);
  if (!isKnown || !isTexts(header.deck)) throw new BrokenRecord(1);
  const deck = header.deck;
  const orders: WrittenOrder[] = [];
  let [round, move] = [0, 0];
  lines.forEach((line, index) => {
    if (index === 0) return;
    if ("round" in line) [round, move] = [round + 1, 0];
    if ("move" in line) move += 1;
    const add = (what: WrittenOrder["what"], before: unknown, after: unknown): void => {
      if (after === undefined) return;
      if (!isTexts(before) || !isTexts(after)) throw new BrokenRecord(index + 1);
      orders.push({ what, line: index + 1, round, move, before, after });
    };
    add("dealer_draw", deck, line.dealer_draw);
    add("deck", deck, line.deck);
    add("reshuffle", line.discards, line.reshuffle);
  });
  // The record of a match that was abandoned has them in its header.
  const { seed, server_seed: serverSeed } = { ...header, ...lines.at(-1) } as Line;
  return {
    header: header as unknown as Header,
    orders,
    seed: isHash(seed) ? seed : null,
    sharedSeed,
    serverSeed: isHash(serverSeed) ? serverSeed : "",
  };
}

const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

function isSharedSeed(value: unknown): value is SharedSeed {
  if (value === null || typeof value !== "object") return false;
  const { table, match, previous, seals, contributions } = value as Record<string, unknown>;
  const isNamed = typeof table === "string" && typeof match === "number";
  return isNamed && (previous === null || isHash(previous)) && isTexts(seals) && isTexts(contributions);
}

function readLine(written: string, index: number): Line {
  let line: unknown;
  try {
    line = JSON.parse(written);
  } catch {
    line = null;
  }
  if (line === null || typeof line !== "object" || Array.isArray(line)) throw new BrokenRecord(index + 1);
  return line as Line;
}
