// Steps as sentences, each with the rule behind it.

import { joinDraws, tell, type NameOf } from "$/words/game";
import { text } from "$/words/language.svelte";
import type { Step } from "./state";

/** Events without a line. Moves show whose turn it is; a line for each turn would drown the rest. */
const SILENT = ["turn"];

export interface LogLine {
  /** The number of its step. */
  step: number;
  words: string;
  /** How often it happened in a row: a penalty of four cards is one line with 4. */
  times: number;
  rule: string | null;
}

/** The log of a growing round. Puts each step into words once, and returns the same objects for it afterwards. */
export class Logbook {
  #lines = new Map<Step, readonly LogLine[]>();
  #key = "";

  /** Return the lines of steps, oldest first. `key` identifies the language and the names: another key rewrites all lines. */
  tell(steps: readonly Step[], nameOf: NameOf, key: string): LogLine[] {
    const known = key === this.#key ? this.#lines : new Map<Step, readonly LogLine[]>();
    this.#lines = new Map(
      steps.map((step, index) => [step, known.get(step) ?? logLines([step], nameOf, steps[index - 1])]),
    );
    this.#key = key;
    return [...this.#lines.values()].flat();
  }
}

/** Whether the clock made this move in the same turn as the one before, for which the log has already said so. */
const isSameTimeOut = (step: Step, before: Step | undefined): boolean =>
  before?.did?.by === "clock" &&
  before.did.seat === step.did?.seat &&
  !before.events.some(({ event }) => event === "turn");

/** Return the lines of steps, oldest first. `before` is the step before them. */
export function logLines(steps: readonly Step[], nameOf: NameOf, before?: Step): LogLine[] {
  const lines: LogLine[] = [];
  const add = (step: number, words: string, rule: string | null): void => {
    const last = lines.at(-1);
    if (last?.words === words && last.step === step) last.times += 1;
    else lines.push({ step, words, times: 1, rule });
  };
  for (const [index, step] of steps.entries()) {
    const { number, did, events } = step;
    const isTold = isSameTimeOut(step, index ? steps[index - 1] : before);
    if (did?.by === "clock" && !isTold) add(number, text("page.time_up", { player: nameOf(did.seat) }), null);
    const told = joinDraws(events.filter(({ event }) => !SILENT.includes(event)));
    for (const event of told) add(number, tell(event, nameOf), event.rule);
  }
  return lines;
}
