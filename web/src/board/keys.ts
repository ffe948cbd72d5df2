// The board's keyboard shortcuts.

import { parseMove } from "$/notation/move";
import { preferences } from "$/remembered/preferences.svelte";

const TYPING_TARGETS = "input, textarea, select, [contenteditable], dialog";

/** Whether a key is for the board: a letter or digit from anywhere, any other key from the board or from no element. */
export function isForBoard(event: KeyboardEvent, board: HTMLElement | undefined): boolean {
  const isLetter = event.key.length === 1 && event.key !== " "; // the space bar presses the focused button
  if (isLetter && !preferences.values.letters) return false;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (document.querySelector("dialog[open]") || target?.closest(TYPING_TARGETS)) return false;
  return isLetter || target === null || target === document.body || Boolean(board?.contains(target));
}

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
/** Elements in which arrow keys have a meaning of their own. */
const ARROW_TARGETS =
  "input, textarea, select, [contenteditable], dialog, video, audio, [role=radiogroup], [role=slider], [role=listbox], [role=menu], [role=tablist]";
const OPEN_POPOVER = ".popover:has([aria-expanded=true])";

/**
 * Whether a key leads into the hand: an arrow key from anywhere where it means nothing else, and on the own turn the Tab
 * key as long as nothing has the focus. From any other element Tab goes on in the order of the page.
 */
export function leadsToHand(event: KeyboardEvent, isMine: boolean): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  if (document.querySelector("dialog[open]")) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (event.key === "Tab") return isMine && (target === null || target.matches("body, html"));
  return ARROWS.includes(event.key) && !target?.closest(`${ARROW_TARGETS}, ${OPEN_POPOVER}`);
}

export type KeyAction =
  { type: "play"; sentence: string } | { type: "color"; color: string } | { type: "call" } | { type: "back" };

/** Return what a key does. `colors` are those that can be chosen now: the digits 1 to 5 stand for them. */
export function actionOfKey(key: string, legal: readonly string[], colors: readonly string[]): KeyAction | null {
  const playLegal = (verb: string): KeyAction | null => {
    const sentence = legal.find((each) => parseMove(each).verb === verb);
    return sentence === undefined ? null : { type: "play", sentence };
  };
  switch (key.toLowerCase()) {
    case "d":
      return playLegal("draw");
    case "c":
      return playLegal("challenge");
    case "x":
      return playLegal("catch");
    case "u":
      return { type: "call" };
    case "escape":
      return { type: "back" };
    default: {
      const color = /^[1-5]$/.test(key) ? colors[Number(key) - 1] : undefined;
      return color === undefined ? null : { type: "color", color };
    }
  }
}
