// Which celebrations the events of new steps have, timed like the flights of cards.

import { effectOf } from "$/cards/deck.svelte";
import { colorOf } from "$/notation/card";
import type { BoardModel } from "$/table/boardModel";
import type { Step } from "$/table/state";
import { isTooLate, timeline } from "../timeline";

interface Base {
  /** In ms after the step has arrived. */
  delay: number;
  /** In ms. */
  lasts: number;
}
export type At = "discard" | "middle" | `seat-${number}`;

export interface StampCelebration extends Base {
  kind: "stamp";
  at: At;
  /** The last part of its key in the catalogue. */
  word: "bluff" | "allowed" | "caught" | "false_call" | "misplay" | "cut" | "shield" | "approved" | "rejected" | "void";
  isGood: boolean;
}
export type Celebration =
  | StampCelebration
  | (Base & { kind: "boost"; at: At; color: string; card: string })
  | (Base & { kind: "run"; at: At; seat: number; card: string })
  | (Base & { kind: "dance"; at: At; seat: number })
  | (Base & { kind: "gauntlet"; at: At; color: string; card: string; hit: readonly number[] })
  | (Base & { kind: "stack"; at: At; before: number; amount: number })
  | (Base & { kind: "uno"; at: At; seat: number })
  | (Base & { kind: "skip"; at: At; color: string | null })
  | (Base & { kind: "reverse"; at: At; way: number })
  | (Base & { kind: "win"; at: At; seat: number; isMatch: boolean });

/** The rules of skips with a celebration; a seat that loses its turn because it drew cards has had one. */
const HOPS = ["SKIP-01", "BUZZ-02", "BUZZ-03", "FIRST-02"];
/** The rules of skips by a boost. */
const BOOSTS = ["BUZZ-02", "BUZZ-03"];
/** When a laid card has landed on its Gauntlet, after it left the hand. */
const LAID_MS = 300;
const seatAt = (seat: number | undefined): At => (seat === undefined ? "middle" : `seat-${seat}`);

/** Return the celebrations of new steps; none when the page catches up. */
export function celebrationsOf(steps: readonly Step[], model: BoardModel): Celebration[] {
  if (isTooLate(steps)) return [];
  const { events } = timeline(steps);
  const found: Celebration[] = [];
  let added = 0; // to the penalty by the cards of this play
  let card = model.view.discard.at(-1) ?? ""; // that acts
  for (const { event, start } of events) {
    const at = seatAt(event.seat);
    const seat = event.seat ?? 0;
    const stamp = (word: StampCelebration["word"], isGood: boolean, where = at, delay = start): void => {
      found.push({ kind: "stamp", at: where, word, isGood, delay, lasts: 1200 });
    };
    switch (event.event) {
      case "play":
        card = event.card ?? "";
        added += effectOf(card).draws ?? 0;
        if (effectOf(card).escapes) found.push({ kind: "run", at, seat, card, delay: start, lasts: 1300 });
        if (event.rule === "CUT-01") stamp("cut", true);
        if (event.rule === "SHIELD-01") stamp("shield", true);
        break;
      case "lay":
        found.push({
          kind: "gauntlet",
          at,
          color: colorOf(event.card ?? "r") ?? "r",
          card,
          hit: hits(events),
          delay: start + LAID_MS,
          lasts: 1500,
        });
        break;
      case "boost":
        found.push({ kind: "boost", at: "discard", color: event.color ?? "r", card, delay: start, lasts: 1300 });
        break;
      case "dance":
        found.push({ kind: "dance", at: "middle", seat, delay: start, lasts: 1600 });
        break;
      case "verdict":
        stamp(event.amount ? "approved" : "rejected", Boolean(event.amount));
        break;
      case "challenge":
        stamp(event.amount ? "bluff" : "allowed", !event.amount, seatAt(event.other), start + 300);
        break;
      case "ask":
        if ((event.question === "draw2" || event.question === "wild4") && event.amount)
          found.push({
            kind: "stack",
            at: "discard",
            before: Math.max(0, event.amount - added),
            amount: event.amount,
            delay: start,
            lasts: 1000,
          });
        added = 0;
        break;
      case "turn":
        added = 0;
        break;
      case "caught":
        stamp("caught", false);
        break;
      case "false_call":
        stamp("false_call", false);
        break;
      case "misplay":
        if (events.find((each) => each.event.event === "misplay")?.event === event)
          stamp("misplay", false, at, start + 250);
        break;
      case "uno":
        if (event.rule !== "UNO-04") found.push({ kind: "uno", at, seat, delay: start, lasts: 1100 });
        break;
      case "skip":
        if (HOPS.includes(event.rule))
          found.push({
            kind: "skip",
            at,
            color: BOOSTS.includes(event.rule) ? model.view.boost : null,
            delay: start,
            lasts: 900,
          });
        break;
      case "reverse":
        found.push({ kind: "reverse", at: "middle", way: event.amount ?? 1, delay: start, lasts: 900 });
        break;
      case "out":
      case "match":
        addWin(found, { kind: "win", at, seat, isMatch: event.event === "match", delay: start, lasts: 1600 });
        break;
      case "void":
        stamp("void", false, "middle");
        break;
    }
  }
  return apart(found);
}

type Win = Extract<Celebration, { kind: "win" }>;

/** Add a win. A won match replaces the won round, whose winner may be another seat. */
function addWin(found: Celebration[], win: Win): void {
  const index = found.findIndex(({ kind }) => kind === "win");
  const before = found[index] as Win | undefined;
  if (!before) found.push(win);
  else if (win.isMatch && !before.isMatch) found[index] = { ...win, delay: before.delay };
}

const hits = (events: readonly { event: Step["events"][number] }[]): number[] =>
  events.flatMap(({ event }) => (event.event === "check" && event.seat !== undefined ? [event.seat] : []));

const INTERVAL_MS = 160;

/** Delay celebrations that would be in the same place at the same time. */
function apart(celebrations: readonly Celebration[]): Celebration[] {
  const free = new Map<At, number>();
  return celebrations.map((celebration) => {
    const delay = Math.max(celebration.delay, free.get(celebration.at) ?? 0);
    free.set(celebration.at, delay + INTERVAL_MS);
    return { ...celebration, delay: Math.round(delay) };
  });
}
