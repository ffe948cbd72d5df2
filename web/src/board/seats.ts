// Where seats are drawn: the own seat at the bottom, the next one clockwise to its left, and so on.

/** The sides for the other seats; left, top, right is clockwise. */
export interface Sides {
  left: readonly number[];
  top: readonly number[];
  right: readonly number[];
}

/** Return the other seats, clockwise from the own one; all seats for a spectator. */
export function seatsSeenFrom(me: number | null, count: number): number[] {
  if (me === null) return Array.from({ length: count }, (_, seat) => seat);
  return Array.from({ length: count - 1 }, (_, step) => (me + 1 + step) % count);
}

/** Distribute seats over the sides of a wide table: a few at the top, many also at the ends. */
export function sidesOf(seats: readonly number[]): Sides {
  const end = seats.length < 3 ? 0 : seats.length < 7 ? 1 : 2;
  return {
    left: seats.slice(0, end),
    top: seats.slice(end, seats.length - end),
    right: seats.slice(seats.length - end),
  };
}

/** Return how many seats stand side by side if at most `most` can: rows as few and as even as possible. */
export const seatsPerRow = (seats: number, most: number): number =>
  Math.max(1, Math.ceil(seats / Math.max(1, Math.ceil(seats / most))));
