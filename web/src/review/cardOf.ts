// The card of a move, for its picture.

import { isBlack } from "$/notation/card";
import { parseMove } from "$/notation/move";

/** Return the card of a move as its picture is called: "W+4_b" with the colour that was named; none: the move has no card. */
export function cardOf(sentence: string | null): string | null {
  const { cards, color } = parseMove(sentence ?? "");
  const [card] = cards;
  if (card === undefined) return null;
  return color !== null && isBlack(card) ? `${card}_${color}` : card;
}
