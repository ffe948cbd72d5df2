// Keyboard shortcuts of the room. Those of the board (arrows, Enter on a card, D, U, C, X, 1 to 5) are in board/keys.ts.

import { preferences } from "$/remembered/preferences.svelte";

export type RoomKey = "log" | "scores" | "help" | "next";

export type Pressed = Pick<
  KeyboardEvent,
  "key" | "altKey" | "ctrlKey" | "metaKey" | "repeat" | "defaultPrevented" | "isComposing" | "target"
>;

const KEYS: Readonly<Record<string, RoomKey>> = { l: "log", s: "scores", "?": "help", n: "next", r: "next" };
const FIELDS =
  "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]";
/** Elements that Enter activates. */
const PRESSABLE = "button, a[href], input, select, textarea, summary, [tabindex]";

const within = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Return what a key does. The next thing is another match (R) if `isRematch`, else another round (N). */
export function roomKey(press: Pressed, isRematch: boolean): RoomKey | null {
  if (press.altKey || press.ctrlKey || press.metaKey || press.repeat || press.defaultPrevented || press.isComposing)
    return null;
  if (within(press.target, FIELDS) || within(press.target, "dialog")) return null;
  if (press.key === "Enter") return within(press.target, PRESSABLE) ? null : "next";
  if (!preferences.values.letters) return null;
  const letter = press.key.toLowerCase();
  if (letter === (isRematch ? "n" : "r")) return null;
  return KEYS[letter] ?? null;
}
