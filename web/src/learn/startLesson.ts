// Requests a table for a lesson.

import type { QuickPlayMade } from "$protocol";
import { askAs, become, guestName } from "$/wire/http";
import { text } from "$/words/language.svelte";

/** Set up the table of a lesson; returns its code. */
export async function startLesson(lesson: string): Promise<string> {
  const name = guestName() || text("page.guest");
  const path = `/api/lessons/${encodeURIComponent(lesson)}`;
  const made = await askAs<QuickPlayMade>(name, "POST", path, { name });
  if (made.token) become(made.name, made.token);
  return made.code;
}
