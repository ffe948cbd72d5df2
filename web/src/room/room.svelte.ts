// A room: a live table, what there is to know beside it, and which page lies open in front of it.

import type { Catalogue, EditionShown, MatchShown, Replay, Setup, View } from "$protocol";
import { cardPicture, fetchAhead } from "$/cards/picture";
import { recall, remember } from "$/remembered/storage";
import { LiveTable } from "$/table/live.svelte";
import { ask, askPatiently, guestName, Fault } from "$/wire/http";
import { explain, learnTitles } from "$/words/game";
import { text, words } from "$/words/language.svelte";
import { addRound, type RoundScore } from "./scores";
import { setupOf } from "./setup";
import { namesOf, shownOf } from "./shownOf";
import { editionTitle } from "./wording";

/** What can lie open in front of the table. */
export type Page = "emotes" | "fairness" | "help" | "leave" | "log" | "people" | "rules" | "scores" | "settings";

/** A match that is over, with what the server opens then. */
export interface Ended {
  match: MatchShown;
  /** The hands of the last round's end, all open. */
  hands: View["hands"];
}

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
  /** A card that is looked up. */
  card = $state<string | null>(null);
  /** Why something over HTTP did not work. */
  trouble = $state<string | null>(null);
  rounds = $state.raw<readonly RoundScore[]>([]);
  ended = $state.raw<Ended | null>(null);

  #ownFile: string | null = null;

  constructor(code: string) {
    this.live = new LiveTable(code);
    void askPatiently<Catalogue>("/api/catalogue").then((catalogue) => (this.catalogue = catalogue), this.#tell);
  }

  get state(): LiveTable["state"] {
    return this.live.state;
  }

  readonly shown = $derived.by(() => shownOf(this.live.state, this.live.said));
  readonly nameOf = $derived.by(() => namesOf(this.live.state));
  readonly editionName = $derived.by(() => {
    const setup = this.live.state.table?.setup;
    return setup ? editionTitle(setup, this.edition?.title ?? {}, words.language) : "";
  });

  close(): void {
    this.live.close();
  }

  /** Learn what the table plays. Called again when that changes. */
  async learnEdition(): Promise<void> {
    try {
      const edition = await askPatiently<EditionShown>(`/api/tables/${this.live.code}/catalogue`);
      this.edition = edition;
      learnTitles(edition.kinds);
      fetchAhead(edition.kinds.map(({ card }) => cardPicture(edition.theme, card)));
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Take note of a round that is over. */
  noteRound(match: number, view: View): void {
    const { code } = this.live;
    const seen = recall<SeenRounds | null>("rounds", null);
    const known = seen?.code === code && seen.match === match ? seen.rounds : [];
    this.rounds = addRound(known, view);
    if (view.over) remember("rounds", { code, match, rounds: this.rounds } satisfies SeenRounds);
  }

  /** Learn what is open now that a match is over. A table of a lesson has nothing to tell. */
  async learnEnd(number: number): Promise<void> {
    this.ended = null;
    try {
      const path = `/api/tables/${this.live.code}/matches/${number}`;
      const match = await ask<MatchShown>("GET", path);
      this.ended = { match, hands: [] };
      const { frames } = await ask<Replay>("GET", `${path}/rounds/${match.rounds}`);
      if (this.ended.match === match) this.ended = { match, hands: frames.at(-1)?.view.hands ?? [] };
    } catch {
      // Points are shown without the hands.
    }
  }

  /** Change what is played; the rest stays as it is. */
  async configure(change: Partial<Setup>): Promise<void> {
    const setup = this.state.table?.setup;
    if (!setup) return;
    try {
      if (setup.own_edition) this.#ownFile ??= await readFile(this.live.code);
      const before = setupOf(setup, this.#ownFile);
      const isOther = change.edition !== undefined || change.edition_file !== undefined;
      if (isOther) {
        delete before.edition;
        delete before.edition_file;
      }
      this.#ownFile = change.edition_file ?? (isOther ? null : this.#ownFile);
      this.live.say({ type: "configure", setup: { ...before, ...change } });
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Sit down; a name that cannot be is said. */
  async sit(seat: number | null, name = guestName()): Promise<void> {
    this.trouble = null;
    try {
      await this.live.sit(seat, name.trim() || text("page.guest"));
    } catch (error) {
      this.#tell(error);
    }
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
