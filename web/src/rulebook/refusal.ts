// Refusals of the server: what they are about, and their text in the reader's language.

import type { SetupProblem } from "$protocol";
import { editionName, explain, optionName } from "$/words/game";
import { text } from "$/words/language.svelte";

/** A refusal, in a response or in a message. */
export interface ServerRefusal {
  reason: string;
  /** The server's own sentence, in English. */
  text: string;
  /** What is wrong with a setup. */
  trouble?: SetupProblem | null;
}

/** Reasons whose English sentence has details that the translated reason lacks. */
const DETAILED = ["bad_setup", "bad_edition", "bad_request"];

/** Whether it is about the setup, and belongs next to it. */
export const isAboutSetup = (refusal: ServerRefusal | null): boolean =>
  refusal !== null && ["bad_setup", "bad_edition"].includes(refusal.reason);

/** What is wrong with a setup, in words. */
export function wordTrouble({ kind, field, values }: SetupProblem): string {
  return text(`setup.${kind}`, {
    ...values,
    option: optionName(field),
    edition: editionName(String(values.edition ?? "")),
  });
}

/** A refusal in the reader's language; `detail` is the server's English sentence where it says more. */
export function wordRefusal(refusal: ServerRefusal): { words: string; detail: string | null } {
  if (refusal.trouble) return { words: wordTrouble(refusal.trouble), detail: null };
  return { words: explain(refusal), detail: DETAILED.includes(refusal.reason) && refusal.text ? refusal.text : null };
}

/** Splits "edition file, line 7: reason" into the line, from 1, or null, and the reason. */
export function parseEditionError(sentence: string): { line: number | null; reason: string } {
  const [place = "", line] = /^edition file(?:, line (\d+))?: /.exec(sentence) ?? [];
  return { line: line === undefined ? null : Number(line), reason: sentence.slice(place.length) };
}
