// A room: a live table, what there is to know beside it, and which page lies open in front of it.

import type { Catalogue, EditionShown, MatchShown, Setup, View } from "$protocol";
import { played } from "$/cards/deck.svelte";
import { cardPicture, fetchAhead } from "$/cards/picture";
import { enqueueMount } from "$/parts/mountQueue";
import { recall, remember } from "$/remembered/storage";
import { LiveTable } from "$/table/live.svelte";
import { ask, askPatiently, guestName, Fault } from "$/wire/http";
import { explain, learnTitles } from "$/words/game";
import { text } from "$/words/language.svelte";
import { setupOf } from "$/rulebook/choice";
import { editionTitle } from "$/rulebook/deck";
import { addRound, type RoundScore } from "./scores";
import { namesOf, boardModelOf } from "./boardModel";

const FETCH_AFTER = 1_500; // ms: the cards that are in sight come first

/** What can lie open in front of the table. */
export type Page = "fairness" | "help" | "leave" | "log" | "people" | "rules" | "scores" | "settings";

interface SeenRounds {
  code: string;
  match: number;
  rounds: readonly RoundScore[];
}

export class Room {
  readonly live: LiveTable;
  catalogue = $state.raw<Catalogue | null>(null);
  /** What is played, with its cards. */
  edition = $state.raw<EditionShown | null>(null);
  /** The page in front. */
  page = $state<Page | null>(null);
  /** A rule that is looked up, over everything else. */
  rule = $state<string | null>(null);
  /** An option of the rules that is looked up. */
  option = $state<string | null>(null);
  /** A card that is looked up. */
  card = $state<string | null>(null);
  /** Why something over HTTP did not work. */
  trouble = $state<string | null>(null);
  rounds = $state.raw<readonly RoundScore[]>([]);
  ended = $state.raw<MatchShown | null>(null);

  constructor(code: string) {
    this.live = new LiveTable(code);
    enqueueMount("extras", () => {
      void askPatiently<Catalogue>("/api/catalogue").then((catalogue) => (this.catalogue = catalogue), this.#tell);
    });
  }

  get state(): LiveTable["state"] {
    return this.live.state;
  }

  readonly boardModel = $derived.by(() => boardModelOf(this.live.state, this.live.emotes));
  readonly nameOf = $derived.by(() => namesOf(this.live.state));
  readonly editionName = $derived.by(() => {
    const name = this.live.state.table?.setup.edition;
    return name === undefined ? "" : editionTitle(this.edition?.name === name ? this.edition : { name });
  });

  /** Whether something in front of the table is wanted: a page, a rule, an option, a card. */
  get isLookingUp(): boolean {
    return [this.page, this.rule, this.option, this.card].some((each) => each !== null);
  }

  close(): void {
    this.live.close();
    played.forget();
  }

  /** Learn what the table plays. Called again when that changes. */
  async learnEdition(): Promise<void> {
    try {
      const edition = await askPatiently<EditionShown>(`/api/tables/${this.live.code}/catalogue`);
      this.edition = edition;
      learnTitles(edition.kinds);
      played.learn(edition);
      const pictures = edition.kinds.map(({ card }) => cardPicture(edition.theme, card));
      setTimeout(() => fetchAhead(pictures), FETCH_AFTER);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Take note of the rounds of a match: those this browser has seen, and the one that is over now, if one is. */
  noteRound(match: number, view: View | null): void {
    const { code } = this.live;
    const seen = recall<SeenRounds | null>("rounds", null);
    const known = seen?.code === code && seen.match === match ? seen.rounds : [];
    const rounds = view ? addRound(known, view) : known;
    this.rounds = rounds; // written, never read here: an effect that calls this would run for ever
    if (view) remember("rounds", { code, match, rounds } satisfies SeenRounds);
  }

  /** Learn where everything about a match that is over can be found. A table of a lesson has nothing to tell. */
  async learnEnd(number: number): Promise<void> {
    this.ended = null;
    try {
      this.ended = await ask<MatchShown>("GET", `/api/tables/${this.live.code}/matches/${number}`);
    } catch {
      // Points are shown without the links.
    }
  }

  /** Return what the table plays as a setup that can be changed and sent; none while that is not known. */
  async setup(): Promise<Setup | null> {
    const { table } = this.state;
    if (!table || !this.catalogue || !this.edition) return null;
    const file = table.setup.own_edition ? await readFile(this.live.code) : undefined;
    return setupOf(table.setup, this.catalogue, this.edition, file);
  }

  /** Change a part of what is played and how; the rest stays as it is. */
  async configure(change: Partial<Setup>): Promise<void> {
    await this.attempt(async () => {
      const setup = await this.setup();
      if (setup) this.live.send({ type: "configure", setup: { ...setup, ...change } });
    });
  }

  /** Sit down; a name that cannot be is said. */
  async sit(seat: number | null, name = guestName()): Promise<void> {
    await this.attempt(() => this.live.sit(seat, name.trim() || text("page.guest")));
  }

  /** Do something that may fail, and say why it did. */
  async attempt(action: () => Promise<void>): Promise<void> {
    this.trouble = null;
    await action().catch(this.#tell);
  }

  readonly #tell = (error: unknown): void => {
    this.trouble = error instanceof Fault ? explain(error) : text("reason.offline");
  };
}

/** Fetch the text of the host's own edition. */
async function readFile(code: string): Promise<string> {
  const response = await fetch(`/api/tables/${code}/edition`);
  if (!response.ok) throw new Fault({ reason: "not_found", text: response.statusText });
  return response.text();
}
