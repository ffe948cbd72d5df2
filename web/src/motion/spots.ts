// Measures where the spots of a board are on the screen. All reads of the layout happen here, and no writes.

import type { SpotName } from "./flights";
import { HEIGHT_PER_WIDTH } from "$/cards/size";
import type { Box } from "./path";

/** A spot on the screen; `element` is hidden while a card flies to it. */
export interface Spot {
  box: Box;
  element: HTMLElement;
  /** The URL of its picture; null if it is no card. */
  picture: string | null;
}

export type Spots = ReadonlyMap<SpotName, Spot>;

const MIN_WIDTH_PX = 24;
const SEAT_CARD_WIDTH = 0.6; // of a card on the table
const LAID = { width: 0.56, x: 0.28, y: 0.39, angle: 9 }; // of a card laid on the top card, in widths of that one; degrees

export function readSpots(root: HTMLElement): Spots {
  const spots = new Map<SpotName, Spot>();
  const seats: [SpotName, HTMLElement][] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-place]")) {
    const name = element.dataset.place as SpotName;
    if (name.startsWith("seat-")) seats.push([name, element]);
    else if (name === "pile") spots.set(name, spotOf(element, root, true));
    else if (name === "discard") readDiscards(element, root, spots);
    else if (name === "hand")
      for (const card of element.querySelectorAll<HTMLElement>("[data-card]"))
        spots.set(`hand:${card.dataset.card}`, spotOf(card, null));
  }
  const width = spots.get("pile")?.box.width ?? spots.get("discard")?.box.width ?? 0;
  for (const [name, element] of seats) spots.set(name, aroundOf(element, width * SEAT_CARD_WIDTH));
  const hand = root.querySelector<HTMLElement>('[data-place="hand"]');
  if (hand) spots.set("hand", aroundOf(hand, width));
  return spots;
}

/** Return the box of a spot. A missing card of the own hand is somewhere in the hand; a revealed hand is next to its seat. */
export function boxAt(spots: Spots, name: SpotName): Box | null {
  const spot = spots.get(name);
  if (spot) return spot.box;
  if (name.startsWith("hand:")) return spots.get("hand")?.box ?? null;
  if (name === "laid") return onTop(spots);
  return name.startsWith("reveal:") ? nextToSeat(spots, name) : null;
}

/** The box of a laid card that the board no longer shows, because it was covered or shuffled into the pile. */
function onTop(spots: Spots): Box | null {
  const top = spots.get("discard")?.box;
  if (!top) return null;
  const [x, y] = [top.x + top.width * LAID.x, top.y + top.width * LAID.y];
  return { x, y, width: top.width * LAID.width, angle: LAID.angle };
}

/** The box of a revealed card, in a fan between its seat and the middle. */
function nextToSeat(spots: Spots, name: SpotName): Box | null {
  const [seat = 0, index = 0, count = 1] = name.split(":").slice(1).map(Number);
  const from = spots.get(`seat-${seat}`)?.box;
  const middle = (spots.get("discard") ?? spots.get("pile"))?.box;
  if (!from || !middle) return null;
  const apart = Math.min(middle.width * 0.5, (middle.width * 3.4) / count);
  const off = index - (count - 1) / 2;
  const half = (apart * (count - 1) + middle.width) / 2;
  const x = from.x + (middle.x - from.x) * 0.42;
  return {
    x: Math.max(half, Math.min(x, document.documentElement.clientWidth - half)) + off * apart,
    y: from.y + (middle.y - from.y) * 0.42 + Math.abs(off) * 3,
    width: middle.width * 0.78,
    angle: off * Math.min(5, 30 / count),
  };
}

/** Measure the top card, the card laid on it, and the visible cards under it. */
function readDiscards(discard: HTMLElement, root: HTMLElement, spots: Map<SpotName, Spot>): void {
  const top = discard.querySelector<HTMLElement>("[data-top]");
  spots.set("discard", spotOf(top ?? discard, root));
  const laid = discard.querySelector<HTMLElement>("[data-laid]");
  if (laid) spots.set("laid", spotOf(laid, root));
  let under = top?.previousElementSibling;
  for (let depth = 1; under instanceof HTMLElement && under.querySelector("img"); depth++) {
    spots.set(`discard-${depth}`, spotOf(under, root));
    under = under.previousElementSibling;
  }
}

/** Measure a card. Without a root its angle counts as 0: computing it for every card of a large hand takes too long. */
function spotOf(element: HTMLElement, root: HTMLElement | null, isPile = false): Spot {
  // Measure the picture, because a card's button may be narrower or contain more. A pile's top picture is its last.
  const pictures = element instanceof HTMLImageElement ? [element] : [...element.querySelectorAll("img")];
  const picture = pictures.at(isPile ? -1 : 0) ?? element;
  const bounds = picture.getBoundingClientRect();
  const width = picture.offsetWidth || bounds.width;
  return {
    element,
    picture: picture instanceof HTMLImageElement ? picture.src : null,
    box: {
      x: bounds.x + bounds.width / 2,
      y: bounds.y + bounds.height / 2,
      width,
      angle: root ? angleOf(picture, root) : 0,
    },
  };
}

/** Measure a seat or a whole hand: the middle of the cards visible there, else of the element. */
function aroundOf(element: HTMLElement, width: number): Spot {
  const pictures = element.querySelectorAll<HTMLElement>("img");
  const [first, last] = [pictures[0] ?? element, pictures[pictures.length - 1] ?? element];
  const [left, right] = [first.getBoundingClientRect(), last.getBoundingClientRect()];
  const fitting = pictures.length
    ? first.offsetWidth
    : Math.min(width || left.width, left.width, left.height / HEIGHT_PER_WIDTH);
  return {
    element,
    picture: null,
    box: {
      x: (left.x + right.x + right.width) / 2,
      y: (left.y + right.y + right.height) / 2,
      width: Math.max(MIN_WIDTH_PX, fitting),
      angle: 0,
    },
  };
}

/** The rotation of an element within the root in degrees, including that of its ancestors. */
function angleOf(element: HTMLElement, root: HTMLElement): number {
  let angle = 0;
  for (let each: HTMLElement | null = element; each && each !== root; each = each.parentElement) {
    const { transform, rotate } = getComputedStyle(each);
    const [a = 1, b = 0] =
      transform
        ?.match(/^matrix\(([^)]+)\)/)?.[1]
        ?.split(",")
        .map(Number) ?? [];
    angle += (Math.atan2(b, a) * 180) / Math.PI + (parseFloat(rotate) || 0);
  }
  return angle;
}
