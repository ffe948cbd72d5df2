// The colours of an edition of somebody's own. Its cards are drawn as the classic ones are, but for the black cards: they
// show the colours one can name.

import type { EditionShown } from "$protocol";

type Colored = Pick<EditionShown, "name" | "theme" | "colors">;

/** Return the colours an edition's black cards show: "rgb"; none: those of its theme. */
export const coloursOf = ({ name, theme, colors }: Colored): string | null => (name === theme ? null : colors.join(""));

class Played {
  /** Of what is played or looked at now. */
  colors = $state<string | null>(null);

  learn(edition: Colored): void {
    this.colors = coloursOf(edition);
  }

  forget(): void {
    this.colors = null;
  }
}

export const played = new Played();
