// The cards that the short explanation shows, and the rule that explains each, from the catalogue.

import type { EditionShown } from "$protocol";

/** One of each face with an effect, in different colours. */
const SHOWN = ["rS", "yR", "g+2", "W", "W+4"];

export interface ExplainedCard {
  card: string;
  /** The rule that explains it best. */
  rule: string;
}

export function explainedCards(edition: EditionShown): ExplainedCard[] {
  return SHOWN.flatMap((card) => {
    const rule = edition.kinds.find((kind) => kind.card === card)?.rules[0];
    return rule === undefined ? [] : [{ card, rule }];
  });
}
