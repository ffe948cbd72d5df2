// The deck that is played or looked at. Editions from a file are drawn like the classic one, except that their black cards
// show the colours of the edition.

import type { EditionShown } from "$protocol";
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

  learn(edition: Colored & Pick<EditionShown, "kinds">): void {
    this.colors = coloursOf(edition);
    this.theme = edition.theme;
    this.families = familiesOf(edition);
  }

  forget(): void {
    this.colors = this.theme = this.families = null;
  }
}

export const played = new Played();
