// The round of a finished match that a page shows, at one of its steps. Replays and reviews share it.

import type { Replay } from "$protocol";
import { played } from "$/cards/deck.svelte";
import { namer } from "$/table/boardModel";
import { RequestError } from "$/wire/http";
import { cardName, learnTitles } from "$/words/game";
import { errorText } from "./matchApi";
import { Playback } from "./playback.svelte";
import { playersAt, sentenceOf, boardModelAt, stepsOf } from "./boardModelAt";
import { FIRST_STEP, type StepAddress } from "./stepAddress";

/** Where rounds come from: a server, or the page itself if it was exported. */
export interface RoundSource {
  /** A round as a seat saw it, or open if `seat` is null; `wait` is called while it cannot be had yet. */
  get(round: number, seat: number | null, wait: (error: RequestError) => void): Promise<Replay>;
  stop(): void;
}

export class OpenRound {
  readonly playback = new Playback();
  replay = $state.raw<Replay | null>(null);
  /** Why the wanted round is not shown; "" if it is. */
  waiting = $state("");
  readonly players = $derived(this.replay ? playersAt(this.replay.match) : []);
  readonly nameOf = $derived(namer(this.players, null));
  readonly model = $derived(this.replay && boardModelAt(this.replay, this.playback.at));
  readonly address = $derived<StepAddress>({
    round: this.replay?.round ?? 1,
    step: this.playback.index,
    seat: this.replay?.seat ?? null,
  });
  readonly #source: RoundSource;

  constructor(source: RoundSource) {
    this.#source = source;
  }

  /** What happened in the step on the board. */
  get sentence(): string {
    const step = this.playback.steps[this.playback.index];
    return step ? sentenceOf(step, this.nameOf) : "";
  }

  /** Show a round at a step. A round or seat that the match does not have opens its first step. Rejects with a `RequestError`. */
  async open(wanted: StepAddress): Promise<void> {
    this.playback.pause();
    let replay: Replay;
    try {
      replay = await this.#source.get(wanted.round, wanted.seat, (error) => (this.waiting = errorText(error)));
    } catch (error) {
      const isWrongNumber = error instanceof RequestError && ["no_such_round", "no_such_seat"].includes(error.reason);
      if (isWrongNumber && (wanted.round !== 1 || wanted.seat !== null)) return this.open(FIRST_STEP);
      this.waiting = errorText(error);
      throw error;
    }
    learnTitles(replay.edition.kinds);
    played.learn(replay.edition);
    this.replay = replay;
    this.playback.take(stepsOf(replay), wanted.step);
    this.waiting = "";
  }

  /** Title and rules that explain a card; null if the deck does not have it. */
  rulesOf(card: string): { title: string; rules: readonly string[] } | null {
    const kind = this.replay?.edition.kinds.find((each) => each.card === card);
    return kind ? { title: cardName(card), rules: kind.rules } : null;
  }

  leave(): void {
    this.playback.pause();
    this.#source.stop();
    played.forget();
  }
}
