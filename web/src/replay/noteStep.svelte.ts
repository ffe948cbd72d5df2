// The step that is shown is in the page's address, so that a reload and a link lead to it.

import { untrack } from "svelte";
import { address } from "$/routes/address.svelte";
import { stepParameters, type StepAddress } from "./stepAddress";

const NOTE_AFTER_MS = 400; // browsers refuse an address that changes with every pixel of a slider

/** Keep the address up to date; `current` returns null while there is no step. To be called while a component is set up. */
export function noteStep(current: () => { path: string; step: StepAddress } | null): void {
  $effect(() => {
    const place = current();
    if (!place || place.path === location.pathname + location.search) return;
    const timer = setTimeout(() => untrack(() => address.note(stepParameters(place.step))), NOTE_AFTER_MS);
    return () => clearTimeout(timer);
  });
}
