// The card of a move, for its picture.

import { isColor } from "$/words/game";

/** The card of a move as its picture is named, "W+4_b" with the chosen colour; null if the move plays no card. */
export function cardOf(sentence: string | null): string | null {
  const [verb, card, ...rest] = (sentence ?? "").split(" ");
  if (verb !== "play" || card === undefined) return null;
  const color = card.startsWith("W") ? rest.find(isColor) : undefined;
  return color === undefined ? card : `${card}_${color}`;
}
