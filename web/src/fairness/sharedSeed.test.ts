import { expect, test } from "vitest";
import { commitmentTo, mixSeed, sealOf } from "./sharedSeed";

// The same numbers are in tests/game/test_shared_seed.py.
const SERVER_SEED = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, "0")).join("");
const CONTRIBUTION = "000102030405060708090a0b0c0d0e0f";
const COMMITMENT = "596bd7781ea5a99a423322f77a05d1678726be1106e1eee1a6264fd6a7a5e761";
const SEAL = "2b0a2f372b6dba7722b3c5a093d7bef45accae2ae9184cd48988eb8d088430a4";
const SHARED = {
  table: "k7m2xw9p",
  match: 3,
  previous: "ab".repeat(32),
  seals: [SEAL, ""],
  contributions: [CONTRIBUTION, ""],
};

test("commitment, seal and seed are those the server computes", () => {
  expect(commitmentTo(SHARED, SERVER_SEED)).toBe(COMMITMENT);
  expect(sealOf(CONTRIBUTION, COMMITMENT)).toBe(SEAL);
  const facts = {
    rules_version: 2,
    edition: { name: "mine", file: '# "Käse"\\\t陳\n' },
    options: { b: 1, a: true },
    players: 2,
    deck: ["r0", "W"],
  };
  expect(mixSeed(facts, SHARED, COMMITMENT, SERVER_SEED)).toBe(
    "eab1da5fd5ea4d0df534c61c7efed582cad6e1f7244c5ca40f0fefee9ae204ac",
  );
});
