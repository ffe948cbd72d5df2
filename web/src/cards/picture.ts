// Where a card's picture is, and having all of a deck at hand before they are needed.

import { pictureUrl } from "$/wire/embedded";
import { played } from "./deck.svelte";

/** Return the address of a card's picture; none: the back's. `deck` has the colours black cards show, if not the theme's. */
export function cardPicture(
  theme: string,
  card: string | null,
  color: string | null = null,
  deck: string | null = played.colors,
): string {
  const isBlack = card?.startsWith("W") ?? false;
  const name = card === null ? "back" : isBlack && color ? `${card}_${color}` : card;
  return pictureUrl(`/static/cards/${theme}/${encodeURIComponent(name)}.svg${isBlack && deck ? `?deck=${deck}` : ""}`);
}

/** Return the address of one picture of several cards, side by side: each picture is a small document of its own. */
export function stripPicture(theme: string, cards: readonly (string | null)[], deck: string | null = null): string {
  const names = cards.map((card) => `${theme}/${encodeURIComponent(card ?? "back")}`);
  return `/static/cards/strip.svg?cards=${names.join()}${deck ? `&deck=${deck}` : ""}`;
}

/** Return where in such a picture a card is, from 0 to 1. */
export const placeInStrip = (index: number, count: number): number => (count > 1 ? index / (count - 1) : 0);

/** Return the address of a colour's shape. */
export const suitPicture = (theme: string, letter: string): string =>
  pictureUrl(`/static/cards/${theme}/suit-${letter}.svg`);

const asked = new Set<string>();

/**
 * Fetch pictures ahead, one after the other: a card that is played should not come without its face. They are only
 * fetched: every drawing that is made into an image is a small document, and a deck of them holds the page up.
 */
export function fetchAhead(addresses: Iterable<string>): void {
  const rest = [...addresses].filter((each) => !asked.has(each));
  for (const each of rest) asked.add(each);
  const next = (): void => {
    const address = rest.shift();
    if (address === undefined) return;
    void fetch(address, { priority: "low" })
      .then((response) => response.arrayBuffer()) // what is not read may not be kept
      .catch(() => undefined) // it is fetched when it is needed
      .then(next);
  };
  next();
}
