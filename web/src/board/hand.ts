// The order and the positions of the cards in the player's own hand.

import { colorRank, faceOf, isBlack } from "$/notation/card";
import type { HandOrder } from "$/remembered/preferences.svelte";

/** How many px of every card are visible and can be pressed. */
export const MIN_VISIBLE_PX = 26;
/** The same where there is room: a finger hits this without aiming. */
const COMFORTABLE_PX = 34;
const GAP_PX = 6;
const HEIGHT_PER_WIDTH = 336 / 240;
/** The visible part of a card behind the next row: its corner with number and shape. */
const ROW_VISIBLE = 0.56;

/** A card of the hand, distinguishable from equal cards. */
export interface Held {
  card: string;
  /** "r7#1": the second red 7. */
  key: string;
}

/** Where a card lies, in px from the top left corner of the hand. */
export interface CardPosition {
  x: number;
  y: number;
  row: number;
}

export interface Layout {
  cardWidth: number;
  cardHeight: number;
  height: number;
  rows: number;
  positions: readonly CardPosition[];
}

const FACE_ORDER = "0123456789";

/** Sort a hand: equal cards side by side, black cards last. */
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

function cardWidthFor(count: number, width: number): number {
  if (width < 360) return count > 16 ? 54 : 60;
  if (width < 620) return count > 32 ? 58 : 66;
  return count > 30 ? 78 : width < 900 ? 84 : 96;
}

/** Lay out `count` cards within a width: side by side if they fit, else overlapping, else in rows. */
export function layHand(count: number, width: number): Layout {
  const cardWidth = cardWidthFor(count, width);
  const cardHeight = cardWidth * HEIGHT_PER_WIDTH;
  const perRow = Math.max(1, Math.floor((width - cardWidth) / stepFloor(width)) + 1);
  const rows = Math.max(1, Math.ceil(count / perRow));
  const rowStep = cardHeight * ROW_VISIBLE;
  const positions: CardPosition[] = [];
  for (let row = 0, index = 0; row < rows; row++) {
    // If the cards do not divide evenly, the first rows get one more.
    const inRow = Math.floor(count / rows) + (row < count % rows ? 1 : 0);
    const step = inRow > 1 ? Math.min(cardWidth + GAP_PX, (width - cardWidth) / (inRow - 1)) : 0;
    const left = (width - cardWidth - step * (inRow - 1)) / 2;
    for (let column = 0; column < inRow; column++, index++)
      positions.push({ x: left + column * step, y: row * rowStep, row });
  }
  return { cardWidth, cardHeight, height: cardHeight + (rows - 1) * rowStep, rows, positions };
}

const stepFloor = (width: number): number => (width < 360 ? MIN_VISIBLE_PX + 3 : COMFORTABLE_PX);

/** Return the index of the card that an arrow key leads to; null for other keys. */
export function neighbour(layout: Layout, from: number, key: string): number | null {
  const last = layout.positions.length - 1;
  const here = layout.positions[from];
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
      const there = layout.positions
        .map((position, index) => ({ position, index }))
        .filter(({ position }) => position.row === row);
      if (!there.length) return from;
      return there.reduce((a, b) => (Math.abs(b.position.x - here.x) < Math.abs(a.position.x - here.x) ? b : a)).index;
    }
    default:
      return null;
  }
}

/** Return the keys of chosen cards, in order; of equal cards the first that is not chosen yet. */
export function keysOf(chosen: readonly string[], cards: readonly Held[]): string[] {
  const keys: string[] = [];
  for (const card of chosen) {
    const held = cards.find((each) => each.card === card && !keys.includes(each.key));
    if (held) keys.push(held.key);
  }
  return keys;
}
