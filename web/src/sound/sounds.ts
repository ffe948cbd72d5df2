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

/** Have audio ready, if the browser lets a page make noise yet: only after somebody has pressed something. */
function wake(): boolean {
  if (!hasPressed && !navigator.userActivation?.hasBeenActive) return false;
  if (typeof AudioContext === "undefined") return false;
  if (!context) {
    context = new AudioContext({ latencyHint: "interactive" });
    synth = new Synth(context);
  }
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  clearTimeout(resting);
  resting = setTimeout(() => void context?.suspend().catch(() => undefined), QUIET);
  return true;
}

// Some browsers let audio begin only within the press itself.
if (typeof window !== "undefined")
  for (const press of ["pointerup", "keydown"])
    window.addEventListener(
      press,
      () => {
        hasPressed = true;
        if (preferences.values.sound) wake();
      },
      { once: true, capture: true },
    );
