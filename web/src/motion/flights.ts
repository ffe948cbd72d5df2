// Which cards fly where: from what happened and how the table stands now. Nothing here knows of elements or pixels.

import type { EventShown } from "$protocol";
import type { Shown } from "$/table/shown";
import type { Step } from "$/table/state";
import { DEAL_TIME, DRAW_TIME, PLAY_TIME, timeline, type Timed } from "./timeline";

/**
 * Somewhere a card can be: the pile, the discards (`discard-1` is under the top card, `laid` is on it), one's own hand, a card in it (`hand:r7#0`, the first of equal ones),
 * a seat, or beside it where a hand is held up to be looked at (`reveal:2:0:5`, the first of five cards of seat 2).
 */
export type Place =
  "pile" | "discard" | `discard-${number}` | "laid" | "hand" | `hand:${string}` | `seat-${number}` | `reveal:${string}`;

export interface Flight {
  from: Place;
  to: Place;
  /** As notation writes it; none: only its back is seen. */
  card: string | null;
  /** It starts with its back up and is turned over on the way. */
  turn: boolean;
  /** In ms after the step has come. */
  delay: number;
  duration: number;
  /** It goes there, stays a moment, and comes back. */
  returns: boolean;
  /** How far it swings aside, −1 to 1, in parts of a card's width. */
  bend: number;
}

const MOST_DEALT = 27; // flights to others in one deal: with ten seats nobody counts them
const DEALT_APART = 45;
const BUNDLE = 3; // cards that stand for a hand
const RIFFLE = 6; // cards that stand for all discards
const RETURN_TIME = 900;
const REVEAL_TIME = 1500;

/** Return the cards that fly, in the order in which they start. */
export function flightsOf(steps: readonly Step[], shown: Shown): Flight[] {
  const { events, pace } = timeline(steps);
  const own = new OwnHand(shown);
  const found: Flight[][] = [];
  // Backwards: how one's hand stands is known for the end alone.
  for (const timed of events.toReversed()) found.push(flightsFor(timed, shown, own));
  return found
    .reverse()
    .flat()
    .map((flight) => ({ ...flight, delay: Math.round(flight.delay), duration: Math.round(flight.duration * pace) }))
    .sort((one, other) => one.delay - other.delay);
}

function flightsFor({ event, start }: Timed, shown: Shown, own: OwnHand): Flight[] {
  const seat = event.seat ?? 0;
  const card = event.card ?? null;
  const at = (part: Pick<Flight, "from" | "to"> & Partial<Flight>): Flight => ({
    card: null,
    turn: false,
    delay: start,
    duration: DRAW_TIME,
    returns: false,
    bend: 0,
    ...part,
  });
  switch (event.event) {
    case "deal":
      return dealt(event, shown, own).map((part) => at({ ...part, delay: start + part.delay }));
    case "turn_up":
      return [at({ from: "pile", to: "discard", card, turn: true })];
    case "bury":
      return [at({ from: "pile", to: "discard", card, turn: true, returns: true, duration: RETURN_TIME })];
    case "play":
    case "lay": {
      const from = own.is(seat) ? own.giveUp(card) : place(seat);
      const to = event.event === "lay" ? "laid" : "discard";
      return [at({ from, to, card, turn: isHidden(seat, shown), duration: PLAY_TIME })];
    }
    case "misplay": {
      const from = own.is(seat) ? own.last(card) : place(seat);
      return [at({ from, to: "discard", card, turn: isHidden(seat, shown), returns: true, duration: RETURN_TIME })];
    }
    case "draw":
      if (own.is(seat)) return [at({ from: "pile", to: own.take(card), card, turn: card !== null })];
      return [at({ from: "pile", to: place(seat), card, turn: card !== null })];
    case "reshuffle":
      return Array.from({ length: Math.min(RIFFLE, event.amount ?? RIFFLE) }, (_, index) =>
        at({ from: "discard", to: "pile", delay: start + index * 45, bend: index % 2 ? 0.7 : -0.7 }),
      );
    case "swap":
      return handsMoved(
        [
          [seat, event.other ?? seat],
          [event.other ?? seat, seat],
        ],
        shown,
        own,
      ).map((part) => at({ ...part, delay: start + part.delay, duration: PLAY_TIME }));
    case "rotate": {
      const count = shown.view.sizes.length;
      const way = event.amount ?? shown.view.direction;
      const moves = Array.from({ length: count }, (_, each): [number, number] => [each, (each + way + count) % count]);
      return handsMoved(moves, shown, own).map((part) =>
        at({ ...part, delay: start + part.delay, duration: PLAY_TIME }),
      );
    }
    case "challenge":
      return revealed(shown).map((part) => at({ ...part, delay: start + part.delay, duration: REVEAL_TIME }));
    default:
      return [];
  }
}

type Part = Pick<Flight, "from" | "to" | "card" | "turn" | "delay"> & Partial<Flight>;

/** Round after round from the dealer's left; one's own cards all, of the others' so many that it looks like it. */
function dealt(event: EventShown, shown: Shown, own: OwnHand): Part[] {
  const seats = shown.view.sizes.length;
  const rounds = event.amount ?? 7;
  const others = seats - (own.isThere ? 1 : 0);
  const toEach = Math.min(rounds, Math.max(2, Math.floor(MOST_DEALT / Math.max(others, 1))));
  const keys = own.takeAll();
  const parts: Omit<Part, "delay">[] = [];
  for (let round = 0; round < rounds; round++)
    for (let step = 1; step <= seats; step++) {
      const seat = ((event.seat ?? 0) + step) % seats;
      if (!own.is(seat)) {
        if (round < toEach) parts.push({ from: "pile", to: place(seat), card: null, turn: false });
        continue;
      }
      const key = keys[round];
      if (key) parts.push({ from: "pile", to: key.place, card: key.card, turn: true });
    }
  const apart = Math.min(DEALT_APART, (DEAL_TIME - 40) / Math.max(parts.length, 1));
  return parts.map((part, index) => ({ ...part, delay: index * apart }));
}

/** Whole hands change places: a bundle for each, but every card that comes to oneself is seen to come. */
function handsMoved(moves: readonly [number, number][], shown: Shown, own: OwnHand): Part[] {
  const parts: Part[] = [];
  for (const [from, to] of moves) {
    if (own.is(to)) {
      own.takeAll().forEach((key, index) => {
        parts.push({ from: place(from), to: key.place, card: key.card, turn: true, delay: 40 + index * 18, bend: 0.5 });
      });
      own.forget(); // what one had before has gone to somebody else
    } else {
      const source = own.is(from) ? "hand" : place(from);
      const count = Math.min(BUNDLE, Math.max(1, shown.view.sizes[to] ?? 1));
      for (let index = 0; index < count; index++)
        parts.push({ from: source, to: place(to), card: null, turn: false, delay: index * 40, bend: 0.5 });
    }
  }
  return parts;
}

/** A hand that one may look into after a challenge is held up for a moment. */
function revealed(shown: Shown): Part[] {
  const { shown: open } = shown.view;
  if (!open || open.seat === shown.me) return [];
  return open.hand.map((card, index) => ({
    from: place(open.seat),
    to: `reveal:${open.seat}:${index}:${open.hand.length}`,
    card,
    turn: true,
    delay: index * 30,
    returns: true,
  }));
}

const place = (seat: number): Place => `seat-${seat}`;
const isHidden = (seat: number, { view, me }: Shown): boolean => seat !== me && !view.hands[seat];

interface Held {
  card: string;
  place: Place;
}

/** One's own hand, going back in time from how it stands now: which of several equal cards one was. */
class OwnHand {
  readonly isThere: boolean;
  readonly #me: number | null;
  #counts: Map<string, number> | null = null;

  constructor({ view, me }: Shown) {
    this.#me = me;
    this.isThere = me !== null && Boolean(view.hands[me]);
    if (me === null) return;
    this.#counts = new Map();
    for (const card of view.hands[me] ?? []) this.#counts.set(card, (this.#counts.get(card) ?? 0) + 1);
  }

  is(seat: number): boolean {
    return seat === this.#me;
  }

  /** A card came: return where it is, and go back to before it was there. */
  take(card: string | null): Place {
    const count = card === null ? 0 : (this.#counts?.get(card) ?? 0);
    if (card === null || count === 0) return "hand";
    this.#counts?.set(card, count - 1);
    return `hand:${card}#${count - 1}`;
  }

  /** A card was given up: return where it was. */
  giveUp(card: string | null): Place {
    if (card === null || !this.#counts) return "hand";
    this.#counts.set(card, (this.#counts.get(card) ?? 0) + 1);
    return this.last(card);
  }

  /** Return where the last of equal cards is. */
  last(card: string | null): Place {
    const count = card === null ? 0 : (this.#counts?.get(card) ?? 0);
    return count ? `hand:${card}#${count - 1}` : "hand";
  }

  /** All cards came at once. */
  takeAll(): Held[] {
    const counts = this.#counts ?? new Map<string, number>();
    this.#counts = this.#counts && new Map();
    return [...counts].flatMap(([card, count]) =>
      Array.from({ length: count }, (_, index): Held => ({ card, place: `hand:${card}#${index}` })),
    );
  }

  /** Before this nothing is known of it. */
  forget(): void {
    this.#counts = null;
  }
}
