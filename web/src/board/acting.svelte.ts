// What somebody does at the board: pressing a card, choosing what it needs, calling, asking why. What may be done is the list
// of legal sentences, and nothing is decided here.

import { preferences } from "$/remembered/preferences.svelte";
import type { Shown } from "$/table/shown";
import type { NameOf } from "$/words/game";
import { explainBecause, whyNot, type AskWhy, type Explanation } from "./because";
import { advance, called, canCallWithPlay, choicesAfter, kindOf, playableCards } from "./choices";
import { keysOf, sorted, type Held } from "./hand";
import { actionOfKey } from "./keys";

const COLOR_QUESTION = ["color"];
const TO_READ = 5_000; // ms that an explanation stays, whatever the others do

interface Given {
  shown: () => Shown;
  play: () => ((sentence: string) => void) | null;
  why: () => AskWhy | null;
  isWaiting: () => boolean;
  nameOf: () => NameOf;
  help: (card: string) => void;
  /** The picker is about to close. */
  leavePicker: () => void;
}

export class Acting {
  /** The beginning of a sentence that is being chosen: "play", "W". */
  picking = $state.raw<readonly string[] | null>(null);
  note = $state.raw<Explanation | null>(null);
  isArmed = $state(false);
  #sent = $state.raw<{ key: string | null; sentence: string } | null>(null);
  #notedAt = 0;
  readonly #given: Given;

  readonly legal = $derived.by(() => (this.#given.play() ? (this.#view.legal ?? []) : []));
  readonly #playable = $derived(playableCards(this.legal));
  readonly cards = $derived.by(() => {
    const { me } = this.#given.shown();
    const hand = me === null ? [] : (this.#view.hands[me] ?? []);
    return sorted(hand, preferences.values.order, (card) => this.#playable.has(card));
  });
  readonly canArm = $derived(canCallWithPlay(this.legal));
  /** The sentence so far of what is being chosen, by oneself or because the table asks for it. */
  readonly asking = $derived(
    this.picking ?? (this.legal.some((sentence) => sentence.startsWith("color ")) ? COLOR_QUESTION : null),
  );
  readonly choices = $derived(this.asking && choicesAfter(this.legal, this.asking));
  /** The keys of the chosen cards. */
  readonly chosen = $derived(keysOf(this.asking?.slice(1).filter((word) => kindOf(word) === "card") ?? [], this.cards));
  /** What is on its way to the server. */
  readonly sent = $derived.by(() => (this.#given.isWaiting() ? this.#sent : null));

  /** To be made while a component is. */
  constructor(given: Given) {
    this.#given = given;
    $effect(() => {
      void this.#view;
      if (performance.now() - this.#notedAt > TO_READ) this.note = null; // it may no longer be so
    });
    $effect(() => {
      if (!this.canArm) this.isArmed = false;
      const { choices } = this;
      if (this.picking && choices && !choices.next.length && choices.whole === null) this.close();
    });
  }

  get #view(): Shown["view"] {
    return this.#given.shown().view;
  }

  /** Whether a press on this card of the hand leads on. */
  isPressable(card: string): boolean {
    return this.picking ? this.#next("card").includes(card) : this.#playable.has(card);
  }

  /** Say a sentence, with the call if that was chosen; `key` is the card that goes. */
  say(sentence: string, key: string | null = null): void {
    const play = this.#given.play();
    if (!play || this.#given.isWaiting()) return;
    const whole = called(sentence, this.legal, this.isArmed);
    this.#sent = { key, sentence: whole };
    this.isArmed = false;
    this.note = null;
    this.close();
    play(whole);
  }

  press({ card, key }: Held): void {
    if (this.#given.isWaiting()) return;
    if (!this.#given.play()) this.#given.help(card);
    else if (this.picking && this.chosen.includes(key)) this.close();
    else if (this.picking && this.isPressable(card)) this.choose(card);
    else if (this.#playable.has(card)) this.#go(["play", card], key);
    else void this.#ask(card);
  }

  choose(word: string): void {
    if (this.asking) this.#go([...this.asking, word], this.chosen[0] ?? null);
  }

  /** Play the cards chosen so far. */
  playChosen(): void {
    if (this.choices?.whole) this.say(this.choices.whole, this.chosen[0] ?? null);
  }

  /** Call at once, or with the next play; where neither is right, say why instead of calling falsely. */
  uno(): void {
    if (this.legal.includes("uno")) this.say("uno");
    else if (this.canArm) this.isArmed = !this.isArmed;
    else void this.#ask(null);
  }

  close(): void {
    if (!this.picking) return;
    this.#given.leavePicker();
    this.picking = null;
  }

  /** Do what a key stands for; whether it stands for anything. */
  key(key: string): boolean {
    const action = actionOfKey(key, this.legal, this.#next("color"));
    if (action === null || (action === "back" && !this.picking && !this.note)) return false;
    if (action === "back") this.#back();
    else if (action === "uno") this.uno();
    else if (action.startsWith("+")) this.choose(action.slice(1));
    else this.say(action);
    return true;
  }

  #next(kind: string): string[] {
    return this.choices?.next.filter((choice) => choice.kind === kind).map(({ word }) => word) ?? [];
  }

  /** Go on with a sentence: say it if it is whole, else let the rest be chosen. */
  #go(words: readonly string[], key: string | null): void {
    const next = advance(this.legal, words);
    if (next.choices.whole !== null && !next.choices.next.length) {
      this.say(next.choices.whole, key);
    } else {
      this.picking = next.words;
      this.note = null;
    }
  }

  #back(): void {
    const { picking } = this;
    this.note = null;
    if (!picking) return;
    const shorter = picking.slice(0, -1);
    // What chose itself is taken back with what led there.
    if (shorter.length < 2 || advance(this.legal, shorter).words.length >= picking.length) this.close();
    else this.picking = shorter;
  }

  async #ask(card: string | null): Promise<void> {
    const why = this.#given.why();
    if (!why) return;
    const view = this.#view;
    this.close();
    const answer = card === null ? await why("uno") : await whyNot(card, view, why);
    if (!answer) return;
    this.note = explainBecause(answer, view, this.#given.nameOf(), card);
    this.#notedAt = performance.now();
  }
}
