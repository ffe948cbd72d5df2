// The URLs of pictures of cards, and fetching them before they are needed.

import { isBlack } from "$/notation/card";
import { pictureUrl } from "$/wire/embedded";
import { played } from "./deck.svelte";

/** The picture of a card, or of the back for null. `deck` has the colours on black cards, if not those of the theme. */
export function cardPicture(
  theme: string,
  card: string | null,
  color: string | null = null,
  deck: string | null = played.colors,
): string {
  const hasColors = card !== null && isBlack(card);
  const name = card === null ? "back" : hasColors && color ? `${card}_${color}` : card;
  return pictureUrl(
    `/static/cards/${theme}/${encodeURIComponent(name)}.svg${hasColors && deck ? `?deck=${deck}` : ""}`,
  );
}

/** One picture of several cards side by side: faster than several SVG pictures, each of which is a document of its own. */
export function stripPicture(theme: string, cards: readonly (string | null)[], deck: string | null = null): string {
  const names = cards.map((card) => `${theme}/${encodeURIComponent(card ?? "back")}`);
  return `/static/cards/strip.svg?cards=${names.join()}${deck ? `&deck=${deck}` : ""}`;
}

/** The position of a card in such a picture, from 0 to 1. */
export const placeInStrip = (index: number, count: number): number => (count > 1 ? index / (count - 1) : 0);

/** The picture of a colour's shape. */
export const suitPicture = (theme: string, letter: string): string =>
  pictureUrl(`/static/cards/${theme}/suit-${letter}.svg`);

const asked = new Set<string>();

/**
 * Fetch pictures into the cache, one after the other, so that a played card appears with its face. They are not decoded:
 * every SVG picture is a document, and decoding a whole deck would block the page.
 */
export function fetchAhead(addresses: Iterable<string>): void {
  const rest = [...addresses].filter((each) => !asked.has(each));
  for (const each of rest) asked.add(each);
  const next = (): void => {
    const address = rest.shift();
    if (address === undefined) return;
    void fetch(address, { priority: "low" })
      .then((response) => response.arrayBuffer()) // unread responses may not be cached
      .catch(() => undefined) // it will be fetched when it is needed
      .then(next);
  };
  next();
}
