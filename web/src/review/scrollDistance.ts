// How far the page must scroll to show the step that an entry of a list leads to.

/** From the upper edge of the screen, in pixels. */
export interface Span {
  top: number;
  bottom: number;
}

const MARGIN = 8; // px to the edge of the screen

/** Pixels to scroll until a span is visible, or its lower part if it is higher than the screen; 0 if it is visible now. */
export function scrollDistance({ top, bottom }: Span, height: number): number {
  if (top >= 0 && bottom <= height) return 0;
  return bottom - top + 2 * MARGIN <= height ? top - MARGIN : bottom - height + MARGIN;
}
