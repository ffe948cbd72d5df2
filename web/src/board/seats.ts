// Who sits where as seen from a place at the table: the own seat is below, the next one clockwise to its left, and so on round.

/** The three sides on which the others sit; in their order they are the round of the table. */
export interface Sides {
  left: readonly number[];
  top: readonly number[];
  right: readonly number[];
}

/** Return the seats to be drawn, clockwise from the one who looks, who is not among them. A spectator sees all of them. */
export function seatsSeenFrom(me: number | null, count: number): number[] {
  if (me === null) return Array.from({ length: count }, (_, seat) => seat);
  return Array.from({ length: count - 1 }, (_, step) => (me + 1 + step) % count);
}

/** Share seats out to the sides of a wide table: few sit opposite, many also at the ends. */
export function sidesOf(seats: readonly number[]): Sides {
  const end = seats.length < 3 ? 0 : seats.length < 7 ? 1 : 2;
  return {
    left: seats.slice(0, end),
    top: seats.slice(end, seats.length - end),
    right: seats.slice(seats.length - end),
  };
}
