// The names that the edition of the table gives its own cards. They arrive after the board is shown, so labels follow them.

/** A text by language. */
export type Title = Readonly<Record<string, string>>;

class Titles {
  /** By card without footprint: "rSA". */
  byCard = $state.raw<Readonly<Record<string, Title>>>({});
}

export const titles = new Titles();
