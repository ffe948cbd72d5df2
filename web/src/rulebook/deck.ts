// A deck grouped by face, each with its colours.

import type { EditionShown, KindShown } from "$protocol";
import { faceOf, hasFootprint, withoutFootprint } from "$/notation/card";
import { editionName, faceName as usualFaceName, titledName, titleText } from "$/words/game";
import { text } from "$/words/language.svelte";

/** Cards of one face. */
export interface Face {
  /** Without the colour: "7", "+2*", "W+4". */
  face: string;
  kinds: readonly KindShown[];
}

/** The kinds of a deck grouped by face, in the order of the deck. */
export function facesOf(edition: EditionShown): Face[] {
  const faces = new Map<string, KindShown[]>();
  for (const kind of edition.kinds) {
    // Equal faces with different points are separate rows of a table.
    const key = `${faceOf(kind.card)} ${kind.points} ${kind.copies}`;
    faces.set(key, [...(faces.get(key) ?? []), kind]);
  }
  return [...faces.values()].map((kinds) => ({ face: faceOf(kinds[0]?.card ?? ""), kinds }));
}

/** The name of a card: its colour, and the name of its face from the edition's file or the usual one. */
export const kindName = ({ card, title }: KindShown): string => titledName(card, title);

/** The name of a face: of a coloured card, without its colour. */
export function faceName({ face, kinds }: Face): string {
  const plain = withoutFootprint(face);
  const name = titleText(kinds[0]?.title) ?? usualFaceName(plain);
  return plain === face ? name : text("card.footprint", { card: name });
}

/** The name of an edition: from its file, or the usual one. */
export const editionTitle = (edition: { name: string; title?: Record<string, string> }): string =>
  titleText(edition.title) ?? editionName(edition.name);

/** Find the kind of a card, ignoring the chosen colour of a black card and a footprint. */
export function kindOf(edition: { kinds: readonly KindShown[] }, card: string): KindShown | undefined {
  const written = card.split("_")[0] ?? card;
  const other = hasFootprint(written) ? withoutFootprint(written) : `${written}*`;
  return edition.kinds.find((kind) => kind.card === written) ?? edition.kinds.find((kind) => kind.card === other);
}

/** Cards that represent an edition: its special cards first, no face twice, in alternating colours. */
export function representativeCards(edition: EditionShown, count: number): string[] {
  const faces = facesOf(edition).reverse();
  const isOwn = ({ kinds }: Face): boolean => Object.keys(kinds[0]?.title ?? {}).length > 0;
  const sorted = [...faces.filter(isOwn), ...faces.filter((face) => !isOwn(face))];
  return sorted.slice(0, count).map(({ kinds }, index) => kinds[index % kinds.length]?.card ?? "");
}

/** Names of the cards for which a rule holds although its text mentions the number of another card; each face once. */
export function cardsWithOtherNumbers(rule: string, kinds: readonly KindShown[]): string[] {
  const concerned = kinds.filter(({ other_numbers: rules = [] }) => rules.includes(rule));
  return [...new Set(concerned.map((kind) => faceName({ face: withoutFootprint(faceOf(kind.card)), kinds: [kind] })))];
}
