// The own hand on the table: in which order its cards lie, and where each of them lies.

import { colorRank, faceOf, isBlack } from "$/notation/card";
import type { HandOrder } from "$/remembered/preferences.svelte";

/** How much of every card is seen and can be pressed, at least: in px. */
export const LEAST_SHOWN = 26;
/** What is kept where the table has room for it: a finger finds this without aiming. */
const COMFORT = 34;
const GAP = 6;
const RATIO = 336 / 240;
/** How much of a card that lies behind another row is seen: its corner with number and shape. */
const ROW_SHOWN = 0.56;

/** A card of the hand that can be told from its equals. */
export interface Held {
  card: string;
  /** "r7#1": the second red 7. */
  key: string;
}

export interface Place {
  x: number;
  y: number;
  row: number;
}

export interface Layout {
  cardWidth: number;
  cardHeight: number;
  height: number;
  rows: number;
  places: readonly Place[];
}

const FACE_ORDER = "0123456789";

/** Sort a hand; equal cards stay beside each other, black cards come last. */
export function sorted(hand: readonly string[], order: HandOrder, isPlayable: (card: string) => boolean): Held[] {
  const seen = new Map<string, number>();
  const rank = (card: string): (number | string)[] => {
    const color = colorRank(card);
    const face = faceOf(card);
    const digit = face.length === 1 && FACE_ORDER.includes(face) ? Number(face) : FACE_ORDER.length;
    const first = order === "number" ? [Number(isBlack(card)), digit, face, color] : [color, digit, face];
    return [order === "playable" && !isPlayable(card) ? 1 : 0, ...first];
  };
  return hand
    .map((card) => ({ card, rank: rank(card) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ card }) => {
      const ordinal = seen.get(card) ?? 0;
      seen.set(card, ordinal + 1);
      return { card, key: `${card}#${ordinal}` };
    });
}

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? 0;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** How wide a card of the hand is: as wide as fits comfortably, narrower where there are many of them. */
function cardWidthFor(count: number, width: number): number {
  if (width < 360) return count > 16 ? 54 : 60;
  if (width < 620) return count > 32 ? 58 : 66;
  return count > 30 ? 78 : width < 900 ? 84 : 96;
}

/** Place so many cards within a width: side by side if they fit, then overlapping, then in rows. */
export function layHand(count: number, width: number): Layout {
  const cardWidth = cardWidthFor(count, width);
  const cardHeight = cardWidth * RATIO;
  const perRow = Math.max(1, Math.floor((width - cardWidth) / stepFloor(width)) + 1);
  const rows = Math.max(1, Math.ceil(count / perRow));
  const rowStep = cardHeight * ROW_SHOWN;
  const places: Place[] = [];
  for (let row = 0, index = 0; row < rows; row++) {
    // The first rows get what does not divide evenly.
    const inRow = Math.floor(count / rows) + (row < count % rows ? 1 : 0);
    const step = inRow > 1 ? Math.min(cardWidth + GAP, (width - cardWidth) / (inRow - 1)) : 0;
    const left = (width - cardWidth - step * (inRow - 1)) / 2;
    for (let place = 0; place < inRow; place++, index++) places.push({ x: left + place * step, y: row * rowStep, row });
  }
  return { cardWidth, cardHeight, height: cardHeight + (rows - 1) * rowStep, rows, places };
}

const stepFloor = (width: number): number => (width < 360 ? LEAST_SHOWN + 3 : COMFORT);

/** Return the card an arrow key leads to. */
export function neighbour(layout: Layout, from: number, key: string): number | null {
  const last = layout.places.length - 1;
  const here = layout.places[from];
  if (last < 0 || !here) return null;
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, from - 1);
    case "ArrowRight":
      return Math.min(last, from + 1);
    case "Home":
      return 0;
    case "End":
      return last;
    case "ArrowUp":
    case "ArrowDown": {
      const row = here.row + (key === "ArrowUp" ? -1 : 1);
      const there = layout.places.map((place, index) => ({ place, index })).filter(({ place }) => place.row === row);
      if (!there.length) return from;
      return there.reduce((a, b) => (Math.abs(b.place.x - here.x) < Math.abs(a.place.x - here.x) ? b : a)).index;
    }
    default:
      return null;
  }
}

/** Return the keys of chosen cards, in their order: of equals the first that is not taken yet. */
export function keysOf(chosen: readonly string[], cards: readonly Held[]): string[] {
  const keys: string[] = [];
  for (const card of chosen) {
    const held = cards.find((each) => each.card === card && !keys.includes(each.key));
    if (held) keys.push(held.key);
  }
  return keys;
}
