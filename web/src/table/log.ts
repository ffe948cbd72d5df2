// What has happened, sentence by sentence, each with its reason.

import { tell, type NameOf } from "$/words/game";
import { text } from "$/words/language.svelte";
import type { Step } from "./state";

/** Whose turn begins is told by the moves themselves; a line for each would drown the rest. */
const UNTOLD = ["turn"];

export interface LogLine {
  /** The step it belongs to. */
  step: number;
  words: string;
  /** How often it happened in a row: a penalty of four cards is one line. */
  times: number;
  rule: string | null;
}

/** Tells a round that grows: each step is put into words once, and its lines stay the same ones. */
export class Logbook {
  #told = new Map<Step, readonly LogLine[]>();
  #under = "";

  /** Tell steps as lines, oldest first; all anew when `under`, the language and the names they are told with, is another. */
  tell(steps: readonly Step[], nameOf: NameOf, under: string): LogLine[] {
    const known = under === this.#under ? this.#told : new Map<Step, readonly LogLine[]>();
    this.#told = new Map(steps.map((step) => [step, known.get(step) ?? logLines([step], nameOf)]));
    this.#under = under;
    return [...this.#told.values()].flat();
  }
}

/** Tell steps as lines, oldest first. */
export function logLines(steps: readonly Step[], nameOf: NameOf): LogLine[] {
  const lines: LogLine[] = [];
  const add = (step: number, words: string, rule: string | null): void => {
    const last = lines.at(-1);
    if (last?.words === words && last.step === step) last.times += 1;
    else lines.push({ step, words, times: 1, rule });
  };
  for (const { number, did, events } of steps) {
    if (did?.by === "clock") add(number, text("page.time_up", { player: nameOf(did.seat) }), null);
    for (const event of events) if (!UNTOLD.includes(event.event)) add(number, tell(event, nameOf), event.rule);
  }
  return lines;
}
