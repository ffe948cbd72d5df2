// The file of an own edition: read here, validated by the server.

import type { EditionShown } from "$protocol";
import { ask } from "$/wire/http";

/** Characters the server accepts. */
export const MAX_CHARACTERS = 32_000;
/** A character has at most 4 bytes in UTF-8. */
const MAX_BYTES = MAX_CHARACTERS * 4;

/** Why a file was not sent; its text is `start.file.REASON`. */
export class FileProblem extends Error {
  readonly reason: "too_long" | "not_text" | "empty";
  readonly length: number;

  constructor(reason: FileProblem["reason"], length = 0) {
    super(reason);
    this.reason = reason;
    this.length = length;
  }
}

/** Read a file; throws `FileProblem` if it cannot be an edition. */
export async function readText(file: Blob): Promise<string> {
  if (file.size > MAX_BYTES) throw new FileProblem("too_long", file.size);
  const bytes = await file.arrayBuffer();
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes); // drops a byte order mark
  } catch {
    throw new FileProblem("not_text");
  }
  if (text.includes("\0")) throw new FileProblem("not_text");
  if (!text.trim()) throw new FileProblem("empty");
  if (text.length > MAX_CHARACTERS) throw new FileProblem("too_long", text.length);
  return text;
}

const checked = new Map<string, Promise<EditionShown>>();

/** Ask the server whether a file can be played, once for each file. */
export function checkEdition(file: string): Promise<EditionShown> {
  const known = checked.get(file);
  if (known) return known;
  const answer = ask<EditionShown>("POST", "/api/editions/check", { file });
  checked.set(file, answer);
  answer.catch(() => checked.delete(file));
  return answer;
}
