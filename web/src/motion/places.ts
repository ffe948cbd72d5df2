// Where the places of a board are on the screen. Everything is read here, in one go, and nothing is written.

import type { Place } from "./flights";
import { TALL, type Box } from "./path";

/** A place that is there: its box, and the element to hide while a card is on its way to it. */
export interface Spot {
  box: Box;
  element: HTMLElement;
  /** The address of the picture it shows, if it is a card. */
  picture: string | null;
}

export type Spots = ReadonlyMap<Place, Spot>;

const SMALLEST = 24; // px
const OF_A_CARD = 0.6; // how wide a card at a seat is, in parts of one on the table
const LAID = { width: 0.56, x: 0.28, y: 0.39, angle: 9 }; // a card laid on the top card, in parts of that one's width

/** Read where everything is. */
export function readSpots(root: HTMLElement): Spots {
  const spots = new Map<Place, Spot>();
  const seats: [Place, HTMLElement][] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-place]")) {
    const place = element.dataset.place as Place;
    if (place.startsWith("seat-")) seats.push([place, element]);
    else if (place === "pile") spots.set(place, spotOf(element, root, true));
    else if (place === "discard") readDiscards(element, root, spots);
    else if (place === "hand")
      for (const card of element.querySelectorAll<HTMLElement>("[data-card]"))
        spots.set(`hand:${card.dataset.card}`, spotOf(card, null));
  }
  const width = spots.get("pile")?.box.width ?? spots.get("discard")?.box.width ?? 0;
  for (const [place, element] of seats) spots.set(place, aroundOf(element, width * OF_A_CARD));
  const hand = root.querySelector<HTMLElement>('[data-place="hand"]');
  if (hand) spots.set("hand", aroundOf(hand, width));
  return spots;
}

/** Find a place; one's own card that is not there is somewhere in the hand, a held-up hand beside its seat. */
export function boxAt(spots: Spots, place: Place): Box | null {
  const spot = spots.get(place);
  if (spot) return spot.box;
  if (place.startsWith("hand:")) return spots.get("hand")?.box ?? null;
  if (place === "laid") return onTop(spots);
  return place.startsWith("reveal:") ? besideSeat(spots, place) : null;
}

/** Return where a laid card lies whose place is gone by now: another card covers it, or it was shuffled into the pile. */
function onTop(spots: Spots): Box | null {
  const top = spots.get("discard")?.box;
  if (!top) return null;
  const [x, y] = [top.x + top.width * LAID.x, top.y + top.width * LAID.y];
  return { x, y, width: top.width * LAID.width, angle: LAID.angle };
}

/** Return a card's place in a fan between its seat and the middle. */
function besideSeat(spots: Spots, place: Place): Box | null {
  const [seat = 0, index = 0, count = 1] = place.split(":").slice(1).map(Number);
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

/** The card on top, what is laid on it, and those seen under it. */
function readDiscards(discard: HTMLElement, root: HTMLElement, spots: Map<Place, Spot>): void {
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

/** Find a card; without a root, one that lies straight: to ask every card of a large hand for its turn takes long. */
function spotOf(element: HTMLElement, root: HTMLElement | null, isPile = false): Spot {
  // A card's button may be narrower than the card, or bear more than it: what counts is the picture.
  // Of a pile, the picture on top.
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

/** A seat or a whole hand: cards go to the middle of those that are seen there, else to its own. */
function aroundOf(element: HTMLElement, width: number): Spot {
  const pictures = element.querySelectorAll<HTMLElement>("img");
  const [first, last] = [pictures[0] ?? element, pictures[pictures.length - 1] ?? element];
  const [left, right] = [first.getBoundingClientRect(), last.getBoundingClientRect()];
  const fitting = pictures.length ? first.offsetWidth : Math.min(width || left.width, left.width, left.height / TALL);
  return {
    element,
    picture: null,
    box: {
      x: (left.x + right.x + right.width) / 2,
      y: (left.y + right.y + right.height) / 2,
      width: Math.max(SMALLEST, fitting),
      angle: 0,
    },
  };
}

/** By how much an element is turned within the root, in degrees: its own turn and those of all it is in. */
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
