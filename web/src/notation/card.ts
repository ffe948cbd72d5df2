// Cards in notation (docs/notation.md): "r7", "g+2*", "W+4". A coloured card is its colour's letter and its face; a black
// card begins with "W"; a "*" at the end is a footprint.

/** The letters of the colours, in the order in which hands are sorted. */
const COLOR_LETTERS = "rygbp";

const BLACK = "W";
const FOOTPRINT = "*";

export const isColor = (word: string): boolean => word.length === 1 && COLOR_LETTERS.includes(word);
export const isBlack = (card: string): boolean => card.startsWith(BLACK);
export const hasFootprint = (card: string): boolean => card.endsWith(FOOTPRINT);

/** The letter of a card's colour; null for a black card. */
export const colorOf = (card: string): string | null => (isBlack(card) ? null : card.slice(0, 1));

/** A card without its colour, footprint included: "7", "+2*", "W+4". */
export const faceOf = (card: string): string => (isBlack(card) ? card : card.slice(1));

export const withoutFootprint = (card: string): string => (hasFootprint(card) ? card.slice(0, -1) : card);

/** Sort key: coloured cards in the order of `COLOR_LETTERS`, black cards last. */
export const colorRank = (card: string): number =>
  isBlack(card) ? COLOR_LETTERS.length : COLOR_LETTERS.indexOf(card.charAt(0));
