// For tests: a review of two rounds of three players, written by `fixtures/make_review.py`, and a replay of its rounds.

import { readFileSync } from "node:fs";
import type { Replay, Review } from "$protocol";
import { sampleReplay } from "$/replay/sample";

export const REVIEW = JSON.parse(readFileSync("src/review/fixtures/review.json", "utf8")) as Review;
export const NAMES = ["Anna", "Ben", "Bot 2"];
export const nameOf = (seat: number): string => NAMES[seat] ?? "";

/** A replay with as many steps as the reviewed round. */
export function replayOf(round: number): Replay {
  const replay = sampleReplay();
  const steps = REVIEW.rounds[round - 1]?.steps ?? [];
  const [deal, move] = replay.frames;
  if (!deal || !move) throw new Error("the sample has too few frames");
  const match = { ...replay.match, players: REVIEW.players, rounds: REVIEW.rounds.length, review: "/review" };
  return { ...replay, match, round, frames: steps.map((_, index) => (index ? move : deal)) };
}
