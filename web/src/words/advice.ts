// The reason for a move in words, of hints and reviews; the same keys as texts/advice.py.

import type { ReasonShown } from "$protocol";
import { cardName, colorName, type NameOf } from "./game";
import { counted, type Parameters } from "./language.svelte";

/** Say a reason as a sentence. */
export function advise({ code, params }: ReasonShown, nameOf: NameOf): string {
  const { seat, card, color, amount = 0, ...rest } = params;
  const named: Parameters = {
    ...rest,
    player: seat === undefined ? undefined : nameOf(Number(seat)),
    card: card === undefined ? undefined : cardName(String(card)),
    color: color === undefined ? undefined : colorName(String(color)),
  };
  const sentence = counted(`advice.${code}`, Number(amount), named);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1); // a card's name may begin it
}
