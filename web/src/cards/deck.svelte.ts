// The deck that is played or looked at. Editions from a file are drawn like the classic one, except that their black cards
// show the colours of the edition.

import type { EditionShown, Effect, KindShown } from "$protocol";
import { kindOf } from "$/rulebook/deck";
import { familiesOf } from "$/rulebook/inForce";

type Colored = Pick<EditionShown, "name" | "theme" | "colors">;

/** The colours on an edition's black cards, such as "rgb"; null if they are those of its theme. */
export const coloursOf = ({ name, theme, colors }: Colored): string | null => (name === theme ? null : colors.join(""));

class Played {
  /** See `coloursOf`. */
  colors = $state<string | null>(null);
  /** The edition whose rule book applies, and the families of rules that its cards need; null if unknown. */
  theme = $state<string | null>(null);
  families = $state.raw<ReadonlySet<string> | null>(null);
  kinds = $state.raw<readonly KindShown[]>([]);

  learn(edition: Colored & Pick<EditionShown, "kinds">): void {
    this.colors = coloursOf(edition);
    this.theme = edition.theme;
    this.families = familiesOf(edition);
    this.kinds = edition.kinds;
  }

  forget(): void {
    this.colors = this.theme = this.families = null;
    this.kinds = [];
  }
}

export const played = new Played();

const PLAIN: Effect = {};

/** What a card of the deck that is played does; a card of another deck, or before the deck is known, does nothing. */
export const effectOf = (card: string): Effect => kindOf(played, card)?.effect ?? PLAIN;

/** Whether a card is the one that the rule book means by its face, so that texts about that one are right for it. */
export const isOfRuleBook = (card: string): boolean => (kindOf(played, card)?.counts_as ?? null) === null;
