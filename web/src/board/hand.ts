// The order and the positions of the cards in the player's own hand.

import { HEIGHT_PER_WIDTH } from "$/cards/size";
import { colorRank, faceOf, isBlack } from "$/notation/card";
import type { HandOrder } from "$/remembered/preferences.svelte";

/** How many px of every card are visible and can be pressed. */
export const MIN_VISIBLE_PX = 26;
/** The same where there is room: a finger hits this without aiming. */
const COMFORTABLE_PX = 34;
const GAP_PX = 6;
/** A width made of card and steps must not lose the last card to rounding. */
const ROUNDING = 1e-6;
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
  /** The width that the cards need: more than there is if the hand has to be scrolled. */
  width: number;
  height: number;
  rows: number;
  positions: readonly CardPosition[];
}

/** The space for a hand, in px. */
export interface HandSpace {
  width: number;
  /** The height of the board that the hand shares with everything else; null if nothing limits it. */
  boardHeight: number | null;
  /** The size of the reader's text: larger text leaves less for the cards. */
  textSize: number;
  /** The part of the height that something else needs for now, such as open hints. */
  reserved: number;
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

const MIN_CARD_PX = 48;
const MAX_CARD_PX = 170;
const SHRINK = 0.92;
/** The part of the board's height for a card, and for the whole hand. */
const CARD_PER_BOARD = 0.14;
const HAND_PER_BOARD = 0.36;
/** What else a board must show: piles in px, the question and its answers in lines of text. */
const PILES_PX = 130;
const QUESTION_LINES = 14;
/** The narrowest wide hand shows this many cards side by side. */
const CARDS_ABREAST = 7;

/** Return the width of a card where there is room. */
function wantedCardWidth(count: number, { width, boardHeight }: HandSpace): number {
  if (width < 360) return count > 16 ? 54 : 60;
  if (width < 480) return count > 32 ? 58 : 66;
  if (boardHeight === null) return count > 30 ? 78 : width < 620 ? 66 : width < 900 ? 84 : 96;
  return clamp(Math.min(boardHeight * CARD_PER_BOARD, width / CARDS_ABREAST), 60, MAX_CARD_PX);
}

/** Return how high the hand may become before it is scrolled instead. */
function maxHeight({ boardHeight, textSize, reserved }: HandSpace): number {
  if (boardHeight === null) return Infinity;
  const left = boardHeight - PILES_PX - QUESTION_LINES * textSize - reserved;
  return Math.max(MIN_CARD_PX * HEIGHT_PER_WIDTH, Math.min(boardHeight * HAND_PER_BOARD, left));
}

/**
 * Lay out `count` cards: side by side if they fit, else overlapping, else in rows. If the rows become too high, the cards
 * move closer together, then shrink; the last resort is one row that is wider than the space, to be scrolled.
 */
export function layHand(count: number, space: HandSpace): Layout {
  const limit = maxHeight(space);
  const wanted = wantedCardWidth(count, space);
  for (let cardWidth = wanted; cardWidth >= MIN_CARD_PX; cardWidth *= SHRINK)
    for (const step of stepsFor(space.width)) {
      const layout = layRows(count, cardWidth, step, space.width);
      if (layout.height <= limit) return layout;
    }
  const cardWidth = clamp(limit / HEIGHT_PER_WIDTH, MIN_CARD_PX, wanted);
  const width = Math.max(space.width, cardWidth + (count - 1) * COMFORTABLE_PX);
  return layRows(count, cardWidth, COMFORTABLE_PX, width);
}

/** Lay out cards in rows in which at least `step` px of every card are visible. */
function layRows(count: number, cardWidth: number, step: number, width: number): Layout {
  const cardHeight = cardWidth * HEIGHT_PER_WIDTH;
  const perRow = Math.max(1, Math.floor((width - cardWidth) / step + ROUNDING) + 1);
  const rows = Math.max(1, Math.ceil(count / perRow));
  const rowStep = cardHeight * ROW_VISIBLE;
  const positions: CardPosition[] = [];
  for (let row = 0, index = 0; row < rows; row++) {
    // If the cards do not divide evenly, the first rows get one more.
    const inRow = Math.floor(count / rows) + (row < count % rows ? 1 : 0);
    const apart = inRow > 1 ? Math.min(cardWidth + GAP_PX, (width - cardWidth) / (inRow - 1)) : 0;
    const left = (width - cardWidth - apart * (inRow - 1)) / 2;
    for (let column = 0; column < inRow; column++, index++)
      positions.push({ x: left + column * apart, y: row * rowStep, row });
  }
  return { cardWidth, cardHeight, width, height: cardHeight + (rows - 1) * rowStep, rows, positions };
}

/** The visible parts of a card to try, the most comfortable first. */
const stepsFor = (width: number): readonly number[] =>
  width < 360 ? [MIN_VISIBLE_PX + 3, MIN_VISIBLE_PX] : [COMFORTABLE_PX, MIN_VISIBLE_PX];

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

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
