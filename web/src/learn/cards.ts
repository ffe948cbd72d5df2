// Which cards the short explanation shows, and what is said about them: the catalogue knows both.

import type { EditionShown } from "$protocol";

/** One of each kind of face that does something, coloured ones in different colours. */
const SHOWN = ["rS", "yR", "g+2", "W", "W+4"];

export interface ExplainedCard {
  card: string;
  /** The rule that says most about it. */
  rule: string;
}

/** Choose the cards to explain from an edition's deck. */
export function explainedCards(edition: EditionShown): ExplainedCard[] {
  return SHOWN.flatMap((card) => {
    const rule = edition.kinds.find((kind) => kind.card === card)?.rules[0];
    return rule === undefined ? [] : [{ card, rule }];
  });
}
