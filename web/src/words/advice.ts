// Reasons for moves, of hints and reviews, as sentences. The same keys as in texts/advice.py.

import type { ReasonShown } from "$protocol";
import { cardName, colorName, type NameOf } from "./game";
import { counted, type Parameters } from "./language.svelte";

export function advise({ code, params }: ReasonShown, nameOf: NameOf): string {
  const { seat, card, color, amount = 0, ...rest } = params;
  const named: Parameters = {
    ...rest,
    player: seat === undefined ? undefined : nameOf(Number(seat)),
    card: card === undefined ? undefined : cardName(String(card)),
    color: color === undefined ? undefined : colorName(String(color)),
  };
  const sentence = counted(`advice.${code}`, Number(amount), named);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1); // it may begin with the name of a card
}
