// Lessons: how far one is, as a function of what happened; and the way to another one.

import type { EventShown, LessonShown, LessonStep, QuickPlayMade } from "$protocol";
import { recall, remember } from "$/remembered/storage";
import { startLesson } from "$/learn/startLesson";
import { address } from "$/routes/address.svelte";
import type { Step } from "$/table/state";
import { askAs, guestName } from "$/wire/http";
import { text } from "$/words/language.svelte";

/** The person who is taught has always this seat. */
const LEARNER = 0;

/** Whether what happened is what a step of a lesson waits for. */
export function completes(step: LessonStep, { did, events }: Pick<Step, "did" | "events">): boolean {
  const wanted = step.await.split(" ");
  if (wanted[0] === "event") {
    const [, kind, seat] = wanted;
    const isIt = (event: EventShown): boolean =>
      event.event === kind && (seat === undefined || event.seat === Number(seat));
    return events.some(isIt);
  }
  if (did?.seat !== LEARNER || (did.by ?? "person") !== "person") return false;
  const said = did.move.split(" ");
  return wanted.every((word, index) => said[index] === word);
}

/** Count the steps of a lesson that are done: in their order, at most one with each thing that happens. */
export function stepsDone(lesson: LessonShown, happened: readonly Step[]): number {
  let done = 0;
  for (const each of happened) {
    const next = lesson.steps[done];
    if (next && completes(next, each)) done += 1;
  }
  return done;
}

/** Return the lesson after one; none after the last. */
export const lessonAfter = (lessons: readonly LessonShown[], name: string): LessonShown | null =>
  lessons[lessons.findIndex((lesson) => lesson.name === name) + 1] ?? null;

/** List the lessons this browser's reader has finished. */
export const learned = (): readonly string[] => recall<string[]>("learned", []);

/** Note that a lesson has been finished. */
export function noteLearned(name: string): void {
  if (!learned().includes(name)) remember("learned", [...learned(), name]);
}

/** Sit down to a lesson. Throws a `Fault` where that cannot be. */
export async function openLesson(name: string): Promise<void> {
  address.go(`/t/${await startLesson(name)}`);
}

/** Play against bots at once. Throws a `Fault` where that cannot be. */
export async function playNow(who = guestName() || text("page.guest")): Promise<void> {
  const made = await askAs<QuickPlayMade>(who, "POST", "/api/play", { name: who });
  address.go(`/t/${made.code}`);
}
