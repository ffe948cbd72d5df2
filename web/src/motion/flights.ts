// Which cards fly where, computed from events and the model of the board. Nothing here knows elements or pixels.

import type { EventShown } from "$protocol";
import type { BoardModel } from "$/table/boardModel";
import type { Step } from "$/table/state";
import { DEAL_MS, DRAW_MS, PLAY_MS, timeline, type Timed } from "./timeline";

/**
 * A spot on the board where a card can be: the pile, the discards (`discard-1` is under the top card, `laid` on it), the
 * own hand, one card of it (`hand:r7#0`, the first of equal ones), a seat, or next to a seat whose hand a challenger sees
 * (`reveal:2:0:5`, the first of five cards of seat 2).
 */
export type SpotName =
  "pile" | "discard" | `discard-${number}` | "laid" | "hand" | `hand:${string}` | `seat-${number}` | `reveal:${string}`;

export interface Flight {
  from: SpotName;
  to: SpotName;
  /** In notation; null if only the back is visible. */
  card: string | null;
  /** Whether it starts face down and is turned over on the way. */
  turn: boolean;
  /** In ms after the step has arrived. */
  delay: number;
  /** In ms. */
  duration: number;
  /** Whether it comes back after a short stay. */
  returns: boolean;
  /** How far the path curves sideways, −1 to 1, in card widths. */
  bend: number;
}

const MAX_DEALT_TO_OTHERS = 27; // flights in one deal: with ten seats nobody counts them
const DEAL_INTERVAL_MS = 45;
const CARDS_PER_MOVED_HAND = 3;
const CARDS_PER_RESHUFFLE = 6;
const RETURN_MS = 900;
const REVEAL_MS = 1500;

/** Return the cards that fly, in the order in which they start. */
export function flightsOf(steps: readonly Step[], model: BoardModel): Flight[] {
  const { events, pace } = timeline(steps);
  const own = new OwnHand(model);
  const found: Flight[][] = [];
  // Backwards, because only the final state of the own hand is known.
  for (const timed of events.toReversed()) found.push(flightsFor(timed, model, own));
  return found
    .reverse()
    .flat()
    .map((flight) => ({ ...flight, delay: Math.round(flight.delay), duration: Math.round(flight.duration * pace) }))
    .sort((one, other) => one.delay - other.delay);
}

function flightsFor({ event, start }: Timed, model: BoardModel, own: OwnHand): Flight[] {
  const seat = event.seat ?? 0;
  const card = event.card ?? null;
  const at = (part: Pick<Flight, "from" | "to"> & Partial<Flight>): Flight => ({
    card: null,
    turn: false,
    delay: start,
    duration: DRAW_MS,
    returns: false,
    bend: 0,
    ...part,
  });
  switch (event.event) {
    case "deal":
      return dealt(event, model, own).map((part) => at({ ...part, delay: start + part.delay }));
    case "turn_up":
      return [at({ from: "pile", to: "discard", card, turn: true })];
    case "bury":
      return [at({ from: "pile", to: "discard", card, turn: true, returns: true, duration: RETURN_MS })];
    case "play":
    case "lay": {
      const from = own.is(seat) ? own.undoLoss(card) : seatSpot(seat);
      const to = event.event === "lay" ? "laid" : "discard";
      return [at({ from, to, card, turn: isHidden(seat, model), duration: PLAY_MS })];
    }
    case "misplay": {
      const from = own.is(seat) ? own.last(card) : seatSpot(seat);
      return [at({ from, to: "discard", card, turn: isHidden(seat, model), returns: true, duration: RETURN_MS })];
    }
    case "draw":
      if (own.is(seat)) return [at({ from: "pile", to: own.undoGain(card), card, turn: card !== null })];
      return [at({ from: "pile", to: seatSpot(seat), card, turn: card !== null })];
    case "reshuffle":
      return Array.from({ length: Math.min(CARDS_PER_RESHUFFLE, event.amount ?? CARDS_PER_RESHUFFLE) }, (_, index) =>
        at({ from: "discard", to: "pile", delay: start + index * 45, bend: index % 2 ? 0.7 : -0.7 }),
      );
    case "swap":
      return handsMoved(
        [
          [seat, event.other ?? seat],
          [event.other ?? seat, seat],
        ],
        model,
        own,
      ).map((part) => at({ ...part, delay: start + part.delay, duration: PLAY_MS }));
    case "rotate": {
      const count = model.view.sizes.length;
      const way = event.amount ?? model.view.direction;
      const moves = Array.from({ length: count }, (_, each): [number, number] => [each, (each + way + count) % count]);
      return handsMoved(moves, model, own).map((part) => at({ ...part, delay: start + part.delay, duration: PLAY_MS }));
    }
    case "challenge":
      return revealed(model).map((part) => at({ ...part, delay: start + part.delay, duration: REVEAL_MS }));
    default:
      return [];
  }
}

type Part = Pick<Flight, "from" | "to" | "card" | "turn" | "delay"> & Partial<Flight>;

/** Deal round by round from the dealer's left: every card of the own hand, a sample of the others'. */
function dealt(event: EventShown, model: BoardModel, own: OwnHand): Part[] {
  const seats = model.view.sizes.length;
  const rounds = event.amount ?? 7;
  const others = seats - (own.isVisible ? 1 : 0);
  const toEach = Math.min(rounds, Math.max(2, Math.floor(MAX_DEALT_TO_OTHERS / Math.max(others, 1))));
  const hand = own.undoGainAll();
  const parts: Omit<Part, "delay">[] = [];
  for (let round = 0; round < rounds; round++)
    for (let step = 1; step <= seats; step++) {
      const seat = ((event.seat ?? 0) + step) % seats;
      if (!own.is(seat)) {
        if (round < toEach) parts.push({ from: "pile", to: seatSpot(seat), card: null, turn: false });
        continue;
      }
      const held = hand[round];
      if (held) parts.push({ from: "pile", to: held.spot, card: held.card, turn: true });
    }
  const apart = Math.min(DEAL_INTERVAL_MS, (DEAL_MS - 40) / Math.max(parts.length, 1));
  return parts.map((part, index) => ({ ...part, delay: index * apart }));
}

/** Move whole hands: a few cards for each, but every card that comes into the own hand. */
function handsMoved(moves: readonly [number, number][], model: BoardModel, own: OwnHand): Part[] {
  const parts: Part[] = [];
  for (const [from, to] of moves) {
    if (own.is(to)) {
      own.undoGainAll().forEach((held, index) => {
        parts.push({
          from: seatSpot(from),
          to: held.spot,
          card: held.card,
          turn: true,
          delay: 40 + index * 18,
          bend: 0.5,
        });
      });
      own.forget(); // the cards held before have gone to another seat
    } else {
      const source = own.is(from) ? "hand" : seatSpot(from);
      const count = Math.min(CARDS_PER_MOVED_HAND, Math.max(1, model.view.sizes[to] ?? 1));
      for (let index = 0; index < count; index++)
        parts.push({ from: source, to: seatSpot(to), card: null, turn: false, delay: index * 40, bend: 0.5 });
    }
  }
  return parts;
}

/** Show the hand that a challenger may see, card by card. */
function revealed(model: BoardModel): Part[] {
  const { shown: open } = model.view;
  if (!open || open.seat === model.me) return [];
  return open.hand.map((card, index) => ({
    from: seatSpot(open.seat),
    to: `reveal:${open.seat}:${index}:${open.hand.length}`,
    card,
    turn: true,
    delay: index * 30,
    returns: true,
  }));
}

const seatSpot = (seat: number): SpotName => `seat-${seat}`;
const isHidden = (seat: number, { view, me }: BoardModel): boolean => seat !== me && !view.hands[seat];

interface HeldCard {
  card: string;
  spot: SpotName;
}

/** The own hand, going back in time from its final state: tells which of several equal cards an event was about. */
class OwnHand {
  /** Whether the own cards are visible. */
  readonly isVisible: boolean;
  readonly #me: number | null;
  #counts: Map<string, number> | null = null;

  constructor({ view, me }: BoardModel) {
    this.#me = me;
    this.isVisible = me !== null && Boolean(view.hands[me]);
    if (me === null) return;
    this.#counts = new Map();
    for (const card of view.hands[me] ?? []) this.#counts.set(card, (this.#counts.get(card) ?? 0) + 1);
  }

  is(seat: number): boolean {
    return seat === this.#me;
  }

  /** Undo the arrival of a card; returns its spot. */
  undoGain(card: string | null): SpotName {
    const count = card === null ? 0 : (this.#counts?.get(card) ?? 0);
    if (card === null || count === 0) return "hand";
    this.#counts?.set(card, count - 1);
    return `hand:${card}#${count - 1}`;
  }

  /** Undo the loss of a card; returns the spot it left. */
  undoLoss(card: string | null): SpotName {
    if (card === null || !this.#counts) return "hand";
    this.#counts.set(card, (this.#counts.get(card) ?? 0) + 1);
    return this.last(card);
  }

  /** Return the spot of the last of equal cards. */
  last(card: string | null): SpotName {
    const count = card === null ? 0 : (this.#counts?.get(card) ?? 0);
    return count ? `hand:${card}#${count - 1}` : "hand";
  }

  /** Undo the arrival of the whole hand. */
  undoGainAll(): HeldCard[] {
    const counts = this.#counts ?? new Map<string, number>();
    this.#counts = this.#counts && new Map();
    return [...counts].flatMap(([card, count]) =>
      Array.from({ length: count }, (_, index): HeldCard => ({ card, spot: `hand:${card}#${index}` })),
    );
  }

  /** The hand before this event is unknown. */
  forget(): void {
    this.#counts = null;
  }
}
