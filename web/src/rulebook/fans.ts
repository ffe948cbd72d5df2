// The cards that represent an edition before the catalogue is loaded: the first screen does not wait for it.

import type { EditionShown } from "$protocol";
import { coloursOf } from "$/cards/deck.svelte";
import { representativeCards } from "./deck";

/** An edition's small and large fan; null is a card's back. */
export interface Fan {
  name: string;
  theme: string;
  /** The colours on its black cards, if not the theme's: "rgb" */
  deck?: string | null;
  small: readonly (string | null)[];
  large: readonly (string | null)[];
}

const fan = (name: string, fourth: string, special: string, mark = ""): Fan => ({
  name,
  theme: name,
  small: [`b7`, null, special],
  large: [
    `r${mark && "+2"}${mark || "7"}`,
    `${fourth}4`,
    `gS${mark}`,
    special,
    `b+2${mark}`,
    `${fourth}R${mark}`,
    `W${mark}`,
  ],
});

export const FANS: readonly Fan[] = [
  fan("classic", "y", "W+4"),
  fan("buzz", "y", "WH"),
  fan("jurassic", "y", "WE", "*"),
  fan("bts", "p", "WD"),
  fan("avengers", "p", "WG"),
];

/** The fans of all editions: those listed here, and further ones of the server. */
export function fansOf(editions: readonly EditionShown[]): readonly Fan[] {
  const known = new Set(FANS.map(({ name }) => name));
  return [...FANS, ...editions.filter(({ name }) => !known.has(name)).map(fanOf)];
}

/** A fan of any edition's cards. */
export function fanOf(edition: EditionShown): Fan {
  const found = FANS.find(({ name }) => name === edition.name && edition.theme === name);
  if (found) return found;
  const [first = null, second = null] = representativeCards(edition, 2);
  const large = representativeCards(edition, 7);
  return { name: edition.name, theme: edition.theme, deck: coloursOf(edition), small: [second, null, first], large };
}
