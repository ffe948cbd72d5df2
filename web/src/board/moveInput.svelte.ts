// Turns what a player does at the board (pressing cards, choosing colours, calling UNO) into sentences. The server's list
// of legal sentences says what is possible; nothing is decided here.

import { moveOf, parseMove, type Move } from "$/notation/move";
import { preferences } from "$/remembered/preferences.svelte";
import type { BoardModel } from "$/table/boardModel";
import type { NameOf } from "$/words/game";
import {
  advance,
  canCallWithPlay,
  choicesAfter,
  countChoices,
  listChoices,
  playableCards,
  withChoice,
  withLegalCall,
  withoutLastChoice,
  type Choice,
} from "./choices";
import { explainBecause, whyNot, type AskWhy, type Explanation } from "./explanation";
import { keysOf, sorted, type Held } from "./hand";
import { actionOfKey } from "./keys";

const COLOR_QUESTION = moveOf("color");

/** What the board passes in. Functions, so that every read is reactive. */
interface BoardAccess {
  model: () => BoardModel;
  /** Null for a spectator. */
  play: () => ((sentence: string) => void) | null;
  why: () => AskWhy | null;
  /** Whether a move waits for the server's reply. */
  isWaiting: () => boolean;
  nameOf: () => NameOf;
  help: (card: string) => void;
  /** Called before the picker closes, while it still has the focus. */
  leavePicker: () => void;
}

export class MoveInput {
  /** The move that the player is choosing, as far as it is chosen. */
  picking = $state.raw<Move | null>(null);
  note = $state.raw<Explanation | null>(null);
  /** Whether the next play calls UNO. */
  isArmed = $state(false);
  #sent = $state.raw<{ key: string | null; sentence: string } | null>(null);
  readonly #board: BoardAccess;

  readonly legal = $derived.by(() => (this.#board.play() ? (this.#view.legal ?? []) : []));
  readonly #playable = $derived(playableCards(this.legal));
  readonly cards = $derived.by(() => {
    const { me } = this.#board.model();
    const hand = me === null ? [] : (this.#view.hands[me] ?? []);
    return sorted(hand, preferences.values.order, (card) => this.#playable.has(card));
  });
  readonly canArm = $derived(canCallWithPlay(this.legal));
  /** The move to be completed: one that the player began, or the colour that the table asks for. */
  readonly asking = $derived(
    this.picking ?? (this.legal.some((sentence) => parseMove(sentence).verb === "color") ? COLOR_QUESTION : null),
  );
  readonly choices = $derived(this.asking && choicesAfter(this.legal, this.asking));
  /** The keys of the chosen cards. */
  readonly chosen = $derived(keysOf(this.asking?.cards ?? [], this.cards));
  /** The move on its way to the server, with the key of its first card. */
  readonly sent = $derived.by(() => (this.#board.isWaiting() ? this.#sent : null));

  /** Call it while a component initialises: it sets up effects. */
  constructor(board: BoardAccess) {
    this.#board = board;
    $effect(() => {
      void this.#lastStep;
      this.note = null; // it is about a position that is gone
    });
    $effect(() => {
      if (!this.canArm) this.isArmed = false;
      const { choices } = this;
      if (this.picking && choices && !listChoices(choices).length && choices.whole === null) this.close();
    });
  }

  /** The number of the last move, anybody's. */
  readonly #lastStep = $derived.by(() => this.#board.model().steps.at(-1)?.number);

  get #view(): BoardModel["view"] {
    return this.#board.model().view;
  }

  /** Whether pressing this card of the hand plays it, or adds it to the move being chosen. */
  isPressable(card: string): boolean {
    return this.picking ? Boolean(this.choices?.cards.includes(card)) : this.#playable.has(card);
  }

  /** Send a sentence, with the call if it is armed. `key` is the card that leaves the hand. */
  say(sentence: string, key: string | null = null): void {
    const play = this.#board.play();
    if (!play || this.#board.isWaiting()) return;
    const whole = withLegalCall(sentence, this.legal, this.isArmed);
    this.#sent = { key, sentence: whole };
    this.isArmed = false;
    this.note = null;
    this.close();
    play(whole);
  }

  press({ card, key }: Held): void {
    if (this.#board.isWaiting()) return;
    if (!this.#board.play()) this.#board.help(card);
    else if (this.picking && this.chosen.includes(key)) this.close();
    else if (this.picking && this.isPressable(card)) this.choose({ card });
    else if (this.#playable.has(card)) this.#continue(moveOf("play", { cards: [card] }), key);
    else void this.#explainWhyNot(card);
  }

  choose(choice: Choice): void {
    if (this.asking) this.#continue(withChoice(this.asking, choice), this.chosen[0] ?? null);
  }

  /** Play the cards chosen so far. */
  playChosen(): void {
    if (this.choices?.whole) this.say(this.choices.whole, this.chosen[0] ?? null);
  }

  /** Call now, or arm the call for the next play; if neither is right, explain why instead of calling falsely. */
  uno(): void {
    if (this.legal.includes("uno")) this.say("uno");
    else if (this.canArm) this.isArmed = !this.isArmed;
    else void this.#explainWhyNot(null);
  }

  close(): void {
    if (!this.picking) return;
    this.#board.leavePicker();
    this.picking = null;
  }

  /** Handle a key; returns whether it had a meaning. */
  key(key: string): boolean {
    const action = actionOfKey(key, this.legal, this.choices?.colors ?? []);
    if (action === null || (action.type === "back" && !this.picking && !this.note)) return false;
    if (action.type === "back") this.#back();
    else if (action.type === "call") this.uno();
    else if (action.type === "color") this.choose({ color: action.color });
    else this.say(action.sentence);
    return true;
  }

  /** Send the move if it is complete, else let the player choose the rest. */
  #continue(begun: Move, key: string | null): void {
    const { move, choices } = advance(this.legal, begun);
    if (choices.whole !== null && !listChoices(choices).length) {
      this.say(choices.whole, key);
    } else {
      this.picking = move;
      this.note = null;
    }
  }

  #back(): void {
    const { picking } = this;
    this.note = null;
    if (!picking) return;
    const shorter = withoutLastChoice(picking);
    // Undo parts that were added automatically together with the choice that led to them.
    const isAutomatic = countChoices(advance(this.legal, shorter).move) >= countChoices(picking);
    if (countChoices(shorter) === 0 || isAutomatic) this.close();
    else this.picking = shorter;
  }

  async #explainWhyNot(card: string | null): Promise<void> {
    const why = this.#board.why();
    if (!why) return;
    const [view, step] = [this.#view, this.#lastStep];
    this.close();
    const answer = card === null ? await why("uno") : await whyNot(card, view, why);
    if (!answer || this.#lastStep !== step) return;
    this.note = explainBecause(answer, view, this.#board.nameOf(), card);
  }
}
