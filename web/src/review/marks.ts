// What a seat is told by in a review: the suits' shapes and colours, those of the deck first. As huefall/review/graph.py does it.

const LETTERS = ["r", "y", "g", "b", "p"] as const;

export interface SeatMark {
  /** Of the suit: "r". */
  letter: string;
  /** The sixth seat and those after it use the suits once more, paler and with a hollow shape. */
  isHollow: boolean;
}

/** Give every seat a mark; `deck` are the colours that are played. */
export function marksOf(deck: readonly string[], seats: number): SeatMark[] {
  const order: string[] = [...deck.filter((each) => (LETTERS as readonly string[]).includes(each))];
  order.push(...LETTERS.filter((each) => !order.includes(each)));
  return Array.from({ length: seats }, (_, seat) => ({
    letter: order[seat % order.length] ?? "r",
    isHollow: seat >= order.length,
  }));
}

/** The ground a mark stands on, as a colour of the theme. */
export const fieldOf = ({ letter, isHollow }: SeatMark): string =>
  isHollow ? `color-mix(in srgb, var(--suit-${letter}), var(--paper) 55%)` : `var(--suit-${letter})`;

/** The shape's own colour. */
export const inkOf = ({ letter, isHollow }: SeatMark): string => `var(--suit-${letter}-${isHollow ? "deep" : "ink"})`;

/** A colour for a line on paper: the dark one, that can be seen there of every suit. */
export const lineOf = ({ letter }: SeatMark): string =>
  `color-mix(in srgb, var(--suit-${letter}), var(--suit-${letter}-deep) 45%)`;
