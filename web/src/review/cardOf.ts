// The card of a move, for its picture.

import { isBlack } from "$/notation/card";
import { parseMove } from "$/notation/move";

/** The card of a move as its picture is named, "W+4_b" with the chosen colour; null if the move plays no card. */
export function cardOf(sentence: string | null): string | null {
  const { cards, color } = parseMove(sentence ?? "");
  const [card] = cards;
  if (card === undefined) return null;
  return color !== null && isBlack(card) ? `${card}_${color}` : card;
}
