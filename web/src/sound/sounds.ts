// Plays the sounds of the table. No audio files; silent before the first press and when switched off.

import { preferences } from "$/remembered/preferences.svelte";
import type { Step } from "$/table/state";
import { cuesOf } from "./cues";
import { Synth } from "./synth";

const MAX_PER_SECOND = 24;
const SUSPEND_AFTER_MS = 8_000;

let context: AudioContext | null = null;
let synth: Synth | null = null;
let suspendTimer: ReturnType<typeof setTimeout> | undefined;
let recent: number[] = [];
let hasPressed = false;
let isStarting = false;

/** Play the sounds of new steps for a seat, or for a spectator (null). */
export function soundFor(steps: readonly Step[], me: number | null): void {
  if (!steps.length || !preferences.values.sound) return;
  const cues = cuesOf(steps, me);
  if (!cues.length || !wake() || !synth) return;
  const now = performance.now();
  recent = recent.filter((then) => now - then < 1_000);
  for (const { name, at, strength } of cues) {
    if (recent.length >= MAX_PER_SECOND) break;
    recent.push(now);
    synth.play(name, at / 1_000, strength);
  }
}

/** Resume audio, or start it, which browsers allow only after a press; returns whether it is available now. */
function wake(): boolean {
  if (!hasPressed && !navigator.userActivation?.hasBeenActive) return false;
  if (typeof AudioContext === "undefined") return false;
  if (!context) void start();
  if (context?.state === "suspended") void context.resume().catch(() => undefined);
  clearTimeout(suspendTimer);
  suspendTimer = setTimeout(() => void context?.suspend().catch(() => undefined), SUSPEND_AFTER_MS);
  return context !== null;
}

/**
 * Create the audio context. If the system's audio is not running yet, that would block the page for a tenth of a second or
 * more; listing the devices first starts it in the background.
 */
async function start(): Promise<void> {
  if (isStarting) return;
  isStarting = true;
  await navigator.mediaDevices?.enumerateDevices?.().catch(() => undefined);
  context = new AudioContext({ latencyHint: "interactive" });
  synth = new Synth(context);
}

// Some browsers start audio only during a press: try at every press until it runs.
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
