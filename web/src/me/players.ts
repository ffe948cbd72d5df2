// The players of a game in words.

import type { MyPlayer } from "$protocol";
import { levelName } from "$/words/game";
import { counted, join } from "$/words/language.svelte";
import { personName } from "$/words/people";

/** The others at a table: people by name, bots by level; "Ben, 2 bots (Normal)". Empty if nobody else sits there. */
export function othersWords(players: readonly MyPlayer[], seat: number): string {
  const others = players.filter((_, number) => number !== seat);
  const people = others.filter(({ kind }) => kind === "person").map(({ name }) => personName(name));
  const bots = new Map<string, number>();
  for (const { kind, level } of others) if (kind === "bot") bots.set(level ?? "", (bots.get(level ?? "") ?? 0) + 1);
  return join([
    ...people,
    ...[...bots].map(([level, amount]) => counted("me.bots", amount, { level: levelName(level) })),
  ]);
}
