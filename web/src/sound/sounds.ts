// Lets the table be heard: no files, nothing before somebody has pressed something, and nothing when it is not wanted.

import { preferences } from "$/remembered/preferences.svelte";
import type { Step } from "$/table/state";
import { cuesOf } from "./cues";
import { Synth } from "./synth";

const MOST_PER_SECOND = 24;
const QUIET = 8_000; // ms after which the machine's audio may rest

let context: AudioContext | null = null;
let synth: Synth | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;
let recent: number[] = [];
let hasPressed = false;
let isComing = false;

/** Let new steps be heard by somebody on a seat, or who watches. */
export function soundFor(steps: readonly Step[], me: number | null): void {
  if (!steps.length || !preferences.values.sound) return;
  const cues = cuesOf(steps, me);
  if (!cues.length || !wake() || !synth) return;
  const now = performance.now();
  recent = recent.filter((then) => now - then < 1_000);
  for (const { name, at, strength } of cues) {
    if (recent.length >= MOST_PER_SECOND) break;
    recent.push(now);
    synth.play(name, at / 1_000, strength);
  }
}

/** Tell whether audio is there; have it come, if the browser lets a page make noise yet: only after a press. */
function wake(): boolean {
  if (!hasPressed && !navigator.userActivation?.hasBeenActive) return false;
  if (typeof AudioContext === "undefined") return false;
  if (!context) void come();
  if (context?.state === "suspended") void context.resume().catch(() => undefined);
  clearTimeout(resting);
  resting = setTimeout(() => void context?.suspend().catch(() => undefined), QUIET);
  return context !== null;
}

/**
 * Make the context when the machine's audio is running. Where it is not, making one waits for it, and all of the page with
 * it, for a tenth of a second or more; asking which devices there are starts it beside the page.
 */
async function come(): Promise<void> {
  if (isComing) return;
  isComing = true;
  await navigator.mediaDevices?.enumerateDevices?.().catch(() => undefined);
  context = new AudioContext({ latencyHint: "interactive" });
  synth = new Synth(context);
}

// Some browsers let audio begin only within a press: until it runs, each of them tries.
if (typeof window !== "undefined")
  for (const press of ["pointerup", "keydown"])
    window.addEventListener(
      press,
      () => {
        hasPressed = true;
        if (preferences.values.sound && context?.state !== "running") wake();
      },
      { capture: true, passive: true },
    );
