// How far a page must scroll for what one was led to.

/** From the upper edge of the screen, in pixels. */
export interface Span {
  top: number;
  bottom: number;
}

const AIR = 8; // px to the edge of the screen

/** Return how far to scroll so that a span can be seen, if it is higher than the screen its lower part; nothing: it can. */
export function scrollFor({ top, bottom }: Span, height: number): number {
  if (top >= 0 && bottom <= height) return 0;
  return bottom - top + 2 * AIR <= height ? top - AIR : bottom - height + AIR;
}
