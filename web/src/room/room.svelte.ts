// The room: a live table, everything else the page knows about it, and the dialog in front of it.

import type { Catalogue, EditionShown, MatchShown, TableSetup, View } from "$protocol";
import { played } from "$/cards/deck.svelte";
import { cardPicture, fetchAhead } from "$/cards/picture";
import { enqueueMount } from "$/parts/mountQueue";
import { recall, remember } from "$/remembered/storage";
import { address } from "$/routes/address.svelte";
import { LiveTable } from "$/table/live.svelte";
import { ask, askPatiently, guestName, RequestError } from "$/wire/http";
import { explain, learnTitles } from "$/words/game";
import { text } from "$/words/language.svelte";
import { setupOf } from "$/rulebook/choice";
import { editionTitle } from "$/rulebook/deck";
import { isInMatch } from "./leaving";
import { addRound, type RoundScore } from "./scores";
import { namesOf, boardModelOf } from "./boardModel";

const PREFETCH_AFTER_MS = 1_500; // visible cards are fetched first

const goHome = (): void => address.go("/");

export type DialogName =
  "device" | "fairness" | "help" | "join" | "leave" | "leave_seat" | "log" | "people" | "rules" | "scores" | "settings";

interface SeenRounds {
  code: string;
  match: number;
  rounds: readonly RoundScore[];
}

export class Room {
  readonly live: LiveTable;
  catalogue = $state.raw<Catalogue | null>(null);
  /** The edition at this table, with its cards. */
  edition = $state.raw<EditionShown | null>(null);
  dialog = $state<DialogName | null>(null);
  /** The seat that is preselected in the dialog "join"; null: any. */
  joinSeat = $state<number | null>(null);
  /** The rule that is looked up, on top of any dialog. */
  rule = $state<string | null>(null);
  /** The option that is looked up. */
  option = $state<string | null>(null);
  /** The card that is looked up. */
  card = $state<string | null>(null);
  /** Why an HTTP request failed, in words. */
  trouble = $state<string | null>(null);
  /** Where the question whether to leave leads, if it is answered with yes. */
  goal = $state.raw<() => void>(goHome);
  /** Whether the seat is being given up: the page is left once the server has stored that. */
  isGivingUp = $state(false);
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

  /** Whether a dialog, rule, option or card is open. */
  get isLookingUp(): boolean {
    return [this.dialog, this.rule, this.option, this.card].some((each) => each !== null);
  }

  close(): void {
    this.live.close();
    played.forget();
  }

  /** Ask whether to leave: during a match the table, for the start page or another goal; else only the seat. */
  askToLeave(goal = goHome): void {
    this.goal = goal;
    this.dialog = isInMatch(this.state) ? "leave" : "leave_seat";
  }

  /** Give up the seat; a bot plays on. */
  giveUp(): void {
    this.isGivingUp = true;
    this.live.send({ type: "leave" });
  }

  /** Load the edition of the table; to be called again when it changes. */
  async learnEdition(): Promise<void> {
    try {
      const edition = await askPatiently<EditionShown>(`/api/tables/${this.live.code}/catalogue`);
      this.edition = edition;
      learnTitles(edition.kinds);
      played.learn(edition);
      const pictures = edition.kinds.map(({ card }) => cardPicture(edition.theme, card));
      setTimeout(() => fetchAhead(pictures), PREFETCH_AFTER_MS);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Remember the rounds of a match that this browser has seen; `view` is that of a round that has just ended. */
  noteRound(match: number, view: View | null): void {
    const { code } = this.live;
    const seen = recall<SeenRounds | null>("rounds", null);
    const known = seen?.code === code && seen.match === match ? seen.rounds : [];
    const rounds = view ? addRound(known, view) : known;
    this.rounds = rounds; // never read here, or an effect that calls this would loop
    if (view) remember("rounds", { code, match, rounds } satisfies SeenRounds);
  }

  /** Load the links of a finished match. Lessons have none. */
  async learnEnd(number: number): Promise<void> {
    this.ended = null;
    try {
      this.ended = await ask<MatchShown>("GET", `/api/tables/${this.live.code}/matches/${number}`);
    } catch {
      // The result is shown without links.
    }
  }

  /** Return the table's setup in the form that can be sent; null until it is known. */
  async setup(): Promise<TableSetup | null> {
    const { table } = this.state;
    if (!table || !this.catalogue || !this.edition) return null;
    const file = table.setup.own_edition ? await readFile(this.live.code) : undefined;
    return setupOf(table.setup, this.catalogue, this.edition, file);
  }

  /** Change a part of the table's setup. */
  async configure(change: Partial<TableSetup>): Promise<void> {
    await this.attempt(async () => {
      const setup = await this.setup();
      if (setup) this.live.send({ type: "configure", setup: { ...setup, ...change } });
    });
  }

  /** Sit down; shows the reason if the name is refused. */
  async sit(seat: number | null, name = guestName()): Promise<void> {
    await this.attempt(() => this.live.sit(seat, name.trim() || text("page.guest")));
  }

  /** Join the match on a seat, on any if it is null: at once if this guest has a name, else the dialog asks for it. */
  join(seat: number | null): void {
    if (guestName()) void this.takeOver(seat, guestName());
    else {
      this.joinSeat = seat;
      this.dialog = "join";
    }
  }

  async takeOver(seat: number | null, name: string): Promise<void> {
    await this.attempt(() => this.live.takeOver(seat, name.trim() || text("page.guest")));
  }

  /** Run an action that may fail, and show the reason if it does. */
  async attempt(action: () => Promise<void>): Promise<void> {
    this.trouble = null;
    await action().catch(this.#tell);
  }

  readonly #tell = (error: unknown): void => {
    this.trouble = error instanceof RequestError ? explain(error) : text("reason.offline");
  };
}

async function readFile(code: string): Promise<string> {
  const response = await fetch(`/api/tables/${code}/edition`);
  if (!response.ok) throw new RequestError({ reason: "not_found", text: response.statusText });
  return response.text();
}
