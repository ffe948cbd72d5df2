// The hashes of a seed that nobody can choose (docs/fairness.md): commitment, seals, and the seed mixed from everything.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** What the seed of a match is mixed from, as the header of its record has it. Lists are by seat; "" is none. */
export interface SharedSeed {
  table: string;
  match: number;
  previous: string | null;
  seals: string[];
  contributions: string[];
}

/** JSON as all hashes use it: no spaces, keys sorted. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part === null || typeof part !== "object" || Array.isArray(part)
      ? part
      : Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}

/** SHA-256 of a first line, which names the kind of hash, and of fields: 64 lower-case hex digits. */
export function hashFields(kind: string, fields: object): string {
  // Not crypto.subtle: browsers offer it on secure pages only, and a table in a home network is served over plain http.
  return bytesToHex(sha256(utf8ToBytes(`${kind}\n${canonical(fields)}`)));
}

/** The commitment to the server's part of a seed. */
export function commitmentTo({ table, match, previous }: SharedSeed, serverSeed: string): string {
  return hashFields("huefall commitment 2", { table, match, previous, server_seed: serverSeed });
}

/** The seal of a contribution to the match with this commitment. */
export function sealOf(contribution: string, commitment: string): string {
  return hashFields("huefall seal 2", { commitment, contribution });
}

/** The seed of a match; `facts` are the header's deck, edition, options, players and rules_version. */
export function mixSeed(
  facts: object,
  { seals, contributions }: SharedSeed,
  commitment: string,
  serverSeed: string,
): string {
  return hashFields("huefall seed 2", { ...facts, commitment, server_seed: serverSeed, seals, contributions });
}
