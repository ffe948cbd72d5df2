// A deck as people look at it: face by face, each in its colours.

import type { EditionShown, KindShown } from "$protocol";
import { faceOf, hasFootprint, withoutFootprint } from "$/notation/card";
import { cardName, editionName } from "$/words/game";
import { text, words } from "$/words/language.svelte";

/** Cards of one face. */
export interface Face {
  /** Without the colour: "7", "+2*", "W+4". */
  face: string;
  kinds: readonly KindShown[];
}

/** Put the kinds of a deck together by face, in the order of the deck. */
export function facesOf(edition: EditionShown): Face[] {
  const faces = new Map<string, KindShown[]>();
  for (const kind of edition.kinds) {
    // Equal faces that count differently are not the same in a table.
    const key = `${faceOf(kind.card)} ${kind.points} ${kind.copies}`;
    faces.set(key, [...(faces.get(key) ?? []), kind]);
  }
  return [...faces.values()].map((kinds) => ({ face: faceOf(kinds[0]?.card ?? ""), kinds }));
}

/** Return what a text by language says to this reader. */
const inWords = (title: Readonly<Record<string, string>> | undefined): string | undefined =>
  title?.[words.language] ?? title?.en ?? Object.values(title ?? {})[0];

/** Name a card of a deck: as the edition's own file calls it, or as everybody does. */
export const kindName = ({ card, title }: KindShown): string => inWords(title) ?? cardName(card);

/** Name a face: a coloured card's without its colour. */
export function faceName({ face, kinds }: Face): string {
  const own = inWords(kinds[0]?.title);
  if (own !== undefined) return own;
  const plain = withoutFootprint(face);
  const name = words.has(`card.${plain}`) ? text(`card.${plain}`) : plain;
  return plain === face ? name : text("card.footprint", { card: name });
}

/** Name an edition: as its own file calls it, or as everybody does. */
export const editionTitle = (edition: { name: string; title?: Record<string, string> }): string =>
  inWords(edition.title) ?? editionName(edition.name);

/** Find a kind by its written card; the colour a black card has named, and a footprint, do not hide it. */
export function kindOf(edition: EditionShown, card: string): KindShown | undefined {
  const written = card.split("_")[0] ?? card;
  const other = hasFootprint(written) ? withoutFootprint(written) : `${written}*`;
  return edition.kinds.find((kind) => kind.card === written) ?? edition.kinds.find((kind) => kind.card === other);
}

/** Choose cards that show what an edition is: its own ones before the others, no face twice, in colours by turns. */
export function showpieces(edition: EditionShown, count: number): string[] {
  const faces = facesOf(edition).reverse();
  const isOwn = ({ kinds }: Face): boolean => Object.keys(kinds[0]?.title ?? {}).length > 0;
  const sorted = [...faces.filter(isOwn), ...faces.filter((face) => !isOwn(face))];
  return sorted.slice(0, count).map(({ kinds }, index) => kinds[index % kinds.length]?.card ?? "");
}
