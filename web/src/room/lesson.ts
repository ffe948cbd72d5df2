// Lessons: progress as a function of the steps, and starting another one.

import type { EventShown, LessonShown, LessonStep, QuickPlayMade } from "$protocol";
import { beginsWith } from "$/notation/move";
import { recall, remember } from "$/remembered/storage";
import { startLesson } from "$/learn/startLesson";
import { address } from "$/routes/address.svelte";
import type { Step } from "$/table/state";
import { askAs, guestName } from "$/wire/http";
import { text } from "$/words/language.svelte";

/** The learner's seat. */
const LEARNER = 0;

/** Whether a step of the match is what a step of the lesson waits for: a move of the learner, or an event. */
export function completes(step: LessonStep, { did, events }: Pick<Step, "did" | "events">): boolean {
  const [first, kind, seat] = step.await.split(" ");
  if (first === "event") {
    const isIt = (event: EventShown): boolean =>
      event.event === kind && (seat === undefined || event.seat === Number(seat));
    return events.some(isIt);
  }
  if (did?.seat !== LEARNER || (did.by ?? "person") !== "person") return false;
  return beginsWith(did.move, step.await);
}

/** Count the completed steps of a lesson: in order, at most one per step of the match. */
export function stepsDone(lesson: LessonShown, happened: readonly Step[]): number {
  let done = 0;
  for (const each of happened) {
    const next = lesson.steps[done];
    if (next && completes(next, each)) done += 1;
  }
  return done;
}

/** Return the next lesson; null after the last. */
export const lessonAfter = (lessons: readonly LessonShown[], name: string): LessonShown | null =>
  lessons[lessons.findIndex((lesson) => lesson.name === name) + 1] ?? null;

/** The names of the lessons finished in this browser. */
export const finishedLessons = (): readonly string[] => recall<string[]>("learned", []);

export function rememberFinished(name: string): void {
  if (!finishedLessons().includes(name)) remember("learned", [...finishedLessons(), name]);
}

/** Start a lesson and go to its table. Throws a `RequestError` if the server refuses. */
export async function openLesson(name: string): Promise<void> {
  address.go(`/t/${await startLesson(name)}`);
}

/** Start a match against bots and go to its table. Throws a `RequestError` if the server refuses. */
export async function playNow(who = guestName() || text("page.guest")): Promise<void> {
  const made = await askAs<QuickPlayMade>(who, "POST", "/api/play", { name: who });
  address.go(`/t/${made.code}`);
}
