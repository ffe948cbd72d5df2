// What a player can still choose on the way to a complete move. The server lists the legal sentences; nothing is decided here.

import { colorRank } from "$/notation/card";
import { formatMove, hasCall, isPlay, parseMove, withCall, type Move } from "$/notation/move";

/** One part added to a move. */
export type Choice = { card: string } | { color: string } | { seat: number };

export interface Choices {
  colors: readonly string[];
  cards: readonly string[];
  seats: readonly number[];
  /** The legal sentence that the choices so far make; null if something is missing. */
  whole: string | null;
}

/** Whether some play can be made with a call. */
export const canCallWithPlay = (legal: readonly string[]): boolean =>
  legal.some((sentence) => isPlay(sentence) && hasCall(sentence));

/** Add the call to a play if it was asked for and is legal: the page never makes a false call. */
export const withLegalCall = (sentence: string, legal: readonly string[], isArmed: boolean): string =>
  isArmed && legal.includes(withCall(sentence)) ? withCall(sentence) : sentence;

/** Return the cards with which some legal play begins. */
export const playableCards = (legal: readonly string[]): Set<string> =>
  new Set(legal.filter(isPlay).map((sentence) => parseMove(sentence).cards[0] ?? ""));

/** Return how a move that is only begun can go on. Calls are left out: the UNO button adds them, see `withLegalCall`. */
export function choicesAfter(legal: readonly string[], begun: Move): Choices {
  const colors = new Set<string>();
  const cards = new Set<string>();
  const seats = new Set<number>();
  let whole: string | null = null;
  for (const move of legal.map(parseMove)) {
    if (move.uno) continue;
    const missing = missingIn(begun, move);
    if (missing === null) continue;
    // Cards come before the colour or seat that goes with them.
    if (missing.cards.length) missing.cards.forEach((card) => cards.add(card));
    else if (missing.color !== null) colors.add(missing.color);
    else if (missing.target !== null) seats.add(missing.target);
    else if (begun.cards.at(-1) === move.cards.at(-1)) whole ??= formatMove(move);
  }
  return { colors: [...colors].sort(byColor), cards: [...cards].sort(byColor), seats: [...seats], whole };
}

/**
 * Return what `begun` lacks of `move`, or null if it cannot become that move.
 *
 * Verb and first card must agree. Further cards may be chosen in any order: of several equal cards the server lists one
 * order of those between the first and the last. The last card counts, because its colour is then in force.
 */
function missingIn(begun: Move, move: Move): Pick<Move, "cards" | "color" | "target"> | null {
  if (begun.verb !== move.verb || (begun.cards.length && begun.cards[0] !== move.cards[0])) return null;
  const cards = [...move.cards];
  for (const card of begun.cards) {
    const index = cards.indexOf(card);
    if (index < 0) return null;
    cards.splice(index, 1);
  }
  if (begun.color !== null && begun.color !== move.color) return null;
  if (begun.target !== null && begun.target !== move.target) return null;
  const isPastCards = begun.color !== null || begun.target !== null;
  if (isPastCards && cards.length) return null;
  return {
    cards,
    color: begun.color === null ? move.color : null,
    target: begun.target === null ? move.target : null,
  };
}

const byColor = (a: string, b: string): number => colorRank(a) - colorRank(b) || a.localeCompare(b);

export function withChoice(begun: Move, choice: Choice): Move {
  if ("card" in choice) return { ...begun, cards: [...begun.cards, choice.card] };
  return "color" in choice ? { ...begun, color: choice.color } : { ...begun, target: choice.seat };
}

export function withoutLastChoice(begun: Move): Move {
  if (begun.target !== null) return { ...begun, target: null };
  return begun.color !== null ? { ...begun, color: null } : { ...begun, cards: begun.cards.slice(0, -1) };
}

export const countChoices = ({ cards, color, target }: Move): number =>
  cards.length + (color === null ? 0 : 1) + (target === null ? 0 : 1);

/** Add parts for as long as exactly one can be chosen. */
export function advance(legal: readonly string[], begun: Move): { move: Move; choices: Choices } {
  let move = begun;
  let choices = choicesAfter(legal, move);
  for (let only = onlyChoice(choices); only; only = onlyChoice(choices)) {
    move = withChoice(move, only);
    choices = choicesAfter(legal, move);
  }
  return { move, choices };
}

/** Return how many cards are played if `card` is chosen next; null if more remains to be chosen then. */
export function cardsWith(legal: readonly string[], begun: Move, card: string): number | null {
  const { move, choices } = advance(legal, withChoice(begun, { card }));
  return choices.whole !== null && !listChoices(choices).length ? move.cards.length : null;
}

/** List everything that can be chosen next. */
export const listChoices = ({ colors, cards, seats }: Choices): Choice[] => [
  ...colors.map((color) => ({ color })),
  ...cards.map((card) => ({ card })),
  ...seats.map((seat) => ({ seat })),
];

function onlyChoice(choices: Choices): Choice | null {
  const all = listChoices(choices);
  return choices.whole === null && all.length === 1 ? (all[0] ?? null) : null;
}
