import type { At } from "./celebrationsOf";

export interface Point {
  x: number;
  y: number;
}

const EDGE_PX = 70; // half the width of a stamp

/** Return where in the layer a celebration is drawn, never too near the edge. For the own seat that is the hand. */
export function locate(layer: HTMLElement, at: At, me: number | null): Point {
  const within = layer.getBoundingClientRect();
  const board = layer.parentElement ?? document.body;
  const find = (place: string): Element | null => board.querySelector(`[data-place="${place}"]`);
  const isMine = me !== null && at === `seat-${me}`;
  const found = at === "middle" ? null : (find(at) ?? (isMine ? find("hand") : null));
  const middle = [find("pile"), find("discard")].filter((each) => each !== null).map(middleOf);
  const point = found ? middleOf(found) : middle.length ? mean(middle) : middleOf(layer);
  return {
    x: held(point.x - within.x, within.width),
    y: held(point.y - within.y, within.height),
  };
}

function middleOf(element: Element): Point {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

const mean = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

const held = (value: number, size: number): number => Math.round(Math.max(EDGE_PX, Math.min(value, size - EDGE_PX)));
