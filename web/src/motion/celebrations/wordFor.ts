// The word of a card's celebration: the rule book's, or the name of an edition's own card with such an effect.

import { isOfRuleBook } from "$/cards/deck.svelte";
import { cardName } from "$/words/game";
import { text } from "$/words/language.svelte";

export const wordFor = (kind: "boost" | "run" | "gauntlet", card: string): string =>
  isOfRuleBook(card) ? text(`moment.${kind}`) : cardName(card);
