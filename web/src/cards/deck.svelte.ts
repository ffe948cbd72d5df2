// What is known of the deck that is played or looked at. The cards of an edition of somebody's own are drawn as the
// classic ones are, but for the black cards: they show the colours one can name.

import type { EditionShown } from "$protocol";
import { familiesOf } from "$/rulebook/inForce";

type Colored = Pick<EditionShown, "name" | "theme" | "colors">;

/** Return the colours an edition's black cards show: "rgb"; none: those of its theme. */
export const coloursOf = ({ name, theme, colors }: Colored): string | null => (name === theme ? null : colors.join(""));

class Played {
  /** Of what is played or looked at now. */
  colors = $state<string | null>(null);
  /** The edition whose rule book it is played by, and the families of rules its cards bring with them; none: not known. */
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
