// An edition's file that somebody brings along: read here, judged by the server.

import type { EditionShown } from "$protocol";
import { ask } from "$/wire/http";

/** As many characters as the server takes. */
export const LONGEST = 32_000;
/** No character has more bytes than this in UTF-8. */
const MOST_BYTES = LONGEST * 4;

/** Why a file was not even sent; `start.file.REASON` is the sentence. */
export class FileProblem extends Error {
  readonly reason: "too_long" | "not_text" | "empty";
  readonly length: number;

  constructor(reason: FileProblem["reason"], length = 0) {
    super(reason);
    this.reason = reason;
    this.length = length;
  }
}

/** Read a file's text; refuse what can be no edition. */
export async function readText(file: Blob): Promise<string> {
  if (file.size > MOST_BYTES) throw new FileProblem("too_long", file.size);
  const bytes = await file.arrayBuffer();
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes); // a mark of the byte order is left out
  } catch {
    throw new FileProblem("not_text");
  }
  if (text.includes("\0")) throw new FileProblem("not_text");
  if (!text.trim()) throw new FileProblem("empty");
  if (text.length > LONGEST) throw new FileProblem("too_long", text.length);
  return text;
}

const checked = new Map<string, Promise<EditionShown>>();

/** Ask the server whether a file can be played; the same file is asked about once. */
export function checkEdition(file: string): Promise<EditionShown> {
  const known = checked.get(file);
  if (known) return known;
  const answer = ask<EditionShown>("POST", "/api/editions/check", { file });
  checked.set(file, answer);
  answer.catch(() => checked.delete(file));
  return answer;
}
