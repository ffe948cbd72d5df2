// A round that is over, as steps and as what a board shows at each of them.

import type { Frame, MatchShown, Replay } from "$protocol";
import { logLines } from "$/table/log";
import type { Player, BoardModel } from "$/table/boardModel";
import type { Step } from "$/table/state";
import type { NameOf } from "$/words/game";
import { text } from "$/words/language.svelte";

/** Which step is on the board, and the one that has just been taken. */
export interface Shift {
  index: number;
  /** Counts what was moved; boards move steps with a higher number than the last, also after a jump back. */
  count: number;
  /** The step that leads here from the one before. None after a jump: the cards just lie where they lie. */
  taken: Step | null;
}

export const START: Shift = { index: 0, count: 0, taken: null };

const stepOf = ({ seat, move, foul, events, view }: Frame, number: number): Step => ({
  number,
  did: typeof seat === "number" && move ? { seat, move, foul: Boolean(foul) } : null,
  events,
  view,
});

/** Make steps of a replay's frames; each has the number of its frame. */
export const stepsOf = (replay: Replay): Step[] => replay.frames.map(stepOf);

/** Go to a step: one further is a move to watch, everything else a jump. */
export function shift(before: Shift, index: number, steps: readonly Step[]): Shift {
  const step = steps[index];
  if (index !== before.index + 1 || !step) return { index, count: before.count, taken: null };
  const count = before.count + 1;
  return { index, count, taken: { ...step, number: count } };
}

/** How a match keeps the name of a bot: `bot (normal)`. */
const BOT = /^bot(?: \((\w+)\))?$/;

/** Return who played; bots, and those of whom no name was kept, are called by their seat. */
export function playersAt(match: Pick<MatchShown, "players">): Player[] {
  return match.players.map((name, seat) => {
    const bot = BOT.exec(name);
    return {
      seat,
      name: bot ? text("table.bot", { seat }) : name || text("table.player", { seat }),
      kind: bot ? "bot" : "person",
      level: bot?.[1] ?? null,
      isAway: false,
      isStoodInFor: false,
      hasLeft: false,
      emote: null,
    };
  });
}

/** Return what a board shows of a replay; nothing if it has no such step. */
export function shownAt(replay: Replay, { index, count, taken }: Shift): BoardModel | null {
  const frame = replay.frames[index];
  if (!frame) return null;
  const { view, laid = null } = frame;
  return {
    view,
    laid,
    players: playersAt(replay.match),
    me: replay.seat,
    theme: replay.match.theme,
    clock: null,
    // After a jump a step in which nothing happens: the next one is new beside it.
    steps: [taken ?? { number: count, did: null, events: [], view }],
  };
}

/** Tell all that happened in a step in one line. A match that goes on from another begins with nothing. */
export function sentenceOf(step: Step, nameOf: NameOf): string {
  const lines = logLines([step], nameOf).map(({ words, times }) =>
    times > 1 ? text("replay.times", { words, amount: times }) : words,
  );
  if (!lines.length) return text("replay.standing");
  return lines.reduce((first, second) => text("replay.both", { first, second }));
}
