// What a refusal of the server is about: where it belongs, and how it is said in the reader's language.

import type { SetupTrouble } from "$protocol";
import { editionName, explain, optionName } from "$/words/game";
import { text } from "$/words/language.svelte";

/** What the server has against something, in an answer or in a message. */
export interface Objection {
  reason: string;
  /** The server's own sentence, in English. */
  text: string;
  /** What is wrong with a setup. */
  trouble?: SetupTrouble | null;
}

/** Reasons whose sentence is about what somebody has written or chosen: it says more than the reason does. */
const DETAILED = ["bad_setup", "bad_edition", "bad_request"];

/** Whether it is about what was chosen to be played, and is to be seen there. */
export const isAboutSetup = (fault: Objection | null): boolean =>
  fault !== null && ["bad_setup", "bad_edition"].includes(fault.reason);

/** Say what is wrong with a setup. */
export function wordTrouble({ kind, field, values }: SetupTrouble): string {
  return text(`setup.${kind}`, {
    ...values,
    option: optionName(field),
    edition: editionName(String(values.edition ?? "")),
  });
}

/** A refusal in the reader's language; `detail` is the server's English for what there are no words for. */
export function wordRefusal(fault: Objection): { words: string; detail: string | null } {
  if (fault.trouble) return { words: wordTrouble(fault.trouble), detail: null };
  return { words: explain(fault), detail: DETAILED.includes(fault.reason) && fault.text ? fault.text : null };
}

/** What is wrong with an edition's file, "edition file, line 7: reason": the line, from 1, if one is named, and the reason. */
export function readFileFault(sentence: string): { line: number | null; reason: string } {
  const [place = "", line] = /^edition file(?:, line (\d+))?: /.exec(sentence) ?? [];
  return { line: line === undefined ? null : Number(line), reason: sentence.slice(place.length) };
}
