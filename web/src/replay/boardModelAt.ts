// A finished round as steps, and what a board shows at each of them.

import type { Frame, MatchShown, Replay } from "$protocol";
import { logLines } from "$/table/log";
import type { Player, BoardModel } from "$/table/boardModel";
import type { Step } from "$/table/state";
import type { NameOf } from "$/words/game";
import { text } from "$/words/language.svelte";
import { personName } from "$/words/people";

/** The step on the board, and the move that led to it if it is to be animated. */
export interface Shift {
  index: number;
  /** Number of animated moves. It only rises: a board animates steps with a higher number than the last one. */
  count: number;
  /** The move to animate; null after a jump. */
  taken: Step | null;
}

export const START: Shift = { index: 0, count: 0, taken: null };

const stepOf = ({ seat, move, foul, events, view }: Frame, number: number): Step => ({
  number,
  did: typeof seat === "number" && move ? { seat, move, foul: Boolean(foul) } : null,
  events,
  view,
});

/** The frames of a replay as steps, numbered from 0. */
export const stepsOf = (replay: Replay): Step[] => replay.frames.map(stepOf);

/** Go to a step: the next one is animated, any other is a jump. */
export function shift(before: Shift, index: number, steps: readonly Step[]): Shift {
  const step = steps[index];
  if (index !== before.index + 1 || !step) return { index, count: before.count, taken: null };
  const count = before.count + 1;
  return { index, count, taken: { ...step, number: count } };
}

/** How a record names a bot, with its level and perhaps a limit: `bot (normal)`, `bot (expert:200ms)`. */
const BOT = /^bot(?: \((\w+)(?::\w+)?\))?$/;
/** How the record of a game in the terminal names its player. */
const YOU = "you";

/** The name of a seat, as `player_name` of huefall.texts has it; two equal names are told apart by their seats. */
function nameAt(names: readonly string[], seat: number): string {
  const name = personName(names[seat] ?? "");
  if (name === YOU) return text("table.you");
  if (BOT.test(name)) return text("table.bot", { seat });
  const numbered = text("table.player", { seat });
  const isShared = name !== "" && names.filter((other) => personName(other) === name).length > 1;
  return isShared ? text("table.bot.level", { player: name, level: numbered }) : name || numbered;
}

/** The players of a match; bots, and seats whose name was not recorded, are called by their number. */
export function playersAt(match: Pick<MatchShown, "players">): Player[] {
  return match.players.map((name, seat) => {
    const bot = BOT.exec(name);
    return {
      seat,
      name: nameAt(match.players, seat),
      kind: bot ? "bot" : "person",
      level: bot?.[1] ?? null,
      isAway: false,
      isStoodInFor: false,
      hasLeft: false,
      emote: null,
    };
  });
}

/** What a board shows of a replay; null if it has no such step. */
export function boardModelAt(replay: Replay, { index, count, taken }: Shift): BoardModel | null {
  const frame = replay.frames[index];
  if (!frame) return null;
  const { view, laid = null } = frame;
  return {
    view,
    laid,
    costs: [],
    players: playersAt(replay.match),
    me: replay.seat,
    theme: replay.match.theme,
    clock: null,
    // After a jump, a step without events, so that the next step counts as new.
    steps: [taken ?? { number: count, did: null, events: [], view }],
  };
}

/** Everything that happened in a step, in one line. A match played on from another one begins without events. */
export function sentenceOf(step: Step, nameOf: NameOf): string {
  const lines = logLines([step], nameOf).map(({ words, times }) =>
    times > 1 ? text("replay.times", { words, amount: times }) : words,
  );
  if (!lines.length) return text("replay.standing");
  return lines.reduce((first, second) => text("replay.both", { first, second }));
}
