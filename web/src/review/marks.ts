// The marks of the seats in a review: the suits' shapes and colours, those of the deck first.

const LETTERS = ["r", "y", "g", "b", "p"] as const;

export interface SeatMark {
  /** The suit's letter: "r". */
  letter: string;
  /** From the sixth seat on, the suits are used again, paler and with a hollow shape. */
  isHollow: boolean;
}

/** A mark for every seat; `deck` has the colours of the edition. */
export function marksOf(deck: readonly string[], seats: number): SeatMark[] {
  const order: string[] = [...deck.filter((each) => (LETTERS as readonly string[]).includes(each))];
  order.push(...LETTERS.filter((each) => !order.includes(each)));
  return Array.from({ length: seats }, (_, seat) => ({
    letter: order[seat % order.length] ?? "r",
    isHollow: seat >= order.length,
  }));
}

/** The background of a mark, as a colour of the theme. */
export const fieldOf = ({ letter, isHollow }: SeatMark): string =>
  isHollow ? `color-mix(in srgb, var(--suit-${letter}), var(--paper) 55%)` : `var(--suit-${letter})`;

/** The colour of its shape. */
export const inkOf = ({ letter, isHollow }: SeatMark): string => `var(--suit-${letter}-${isHollow ? "deep" : "ink"})`;

/** The colour of its line: the dark one, because it is visible on paper for every suit. */
export const lineOf = ({ letter }: SeatMark): string =>
  `color-mix(in srgb, var(--suit-${letter}), var(--suit-${letter}-deep) 45%)`;
