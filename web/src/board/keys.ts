// The keys of the board. They count while nothing else on the page is being used.

import { preferences } from "$/remembered/preferences.svelte";

const IS_WRITTEN_IN = "input, textarea, select, [contenteditable], dialog";

/** Whether a key is meant for the board: a letter or digit anywhere, any other on it or on nothing in particular. */
export function isForBoard(event: KeyboardEvent, board: HTMLElement | undefined): boolean {
  const isLetter = event.key.length === 1 && event.key !== " "; // a button takes the space bar for itself
  if (isLetter && !preferences.values.letters) return false;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (document.querySelector("dialog[open]") || target?.closest(IS_WRITTEN_IN)) return false;
  return isLetter || target === null || target === document.body || Boolean(board?.contains(target));
}

/** What a key does: a sentence, `uno`, `back`, or `+r` for a colour that is being chosen; none: nothing. */
export function actionOfKey(key: string, legal: readonly string[], colors: readonly string[]): string | null {
  const legalOnly = (sentence: string | undefined): string | null =>
    sentence !== undefined && legal.includes(sentence) ? sentence : null;
  switch (key.toLowerCase()) {
    case "d":
      return legalOnly("draw");
    case "c":
      return legalOnly("challenge");
    case "x":
      return legalOnly(legal.find((sentence) => sentence.startsWith("catch ")));
    case "u":
      return "uno";
    case "escape":
      return "back";
    default: {
      const color = /^[1-5]$/.test(key) ? colors[Number(key) - 1] : undefined;
      return color === undefined ? null : `+${color}`;
    }
  }
}
