// Gives the only possible answer for the player, after a delay like the player's own (docs/decisions/0013-forced-answers.md).
// It does nothing that the player could not do: the answer is sent as if its button had been pressed, and until then the
// player can press it, call or catch.

import { untrack } from "svelte";
import { answersOf } from "$/board/prompt";
import { isClaim } from "$/notation/move";
import type { BoardModel } from "$/table/boardModel";
import { answerDelay, type Random } from "./answerDelay";
import { answerTimes, noteAnswerTime } from "./answerTimes";
import { kindOfQuestion, onlyAnswer } from "./onlyAnswer";

/** After this many answers without any sign of the player, the next one waits for the player: whoever is away answers nothing. */
export const MAX_UNATTENDED = 2;
/** The answer arrives at the server this long before the time is up. */
const CLOCK_RESERVE_MS = 1_500;
const SIGNS_OF_LIFE = ["pointerdown", "pointermove", "keydown"] as const;

/** What the board passes in. Functions, so that every read is reactive. */
interface BoardAccess {
  model: () => BoardModel;
  /** Whether answers are given automatically at this table and for this player. */
  isOn: () => boolean;
  /** Whether a move waits for the server's reply. */
  isWaiting: () => boolean;
  /** Answer as if the button had been pressed. */
  answer: (sentence: string) => void;
}

export class AutomaticAnswer {
  #isVisible = $state(!document.hidden);
  /** How many answers were given since the player last touched anything. */
  #unattended = $state(0);
  /** The question that was answered automatically: never twice, even if the server refused it. */
  #answered = $state<number | null>(null);
  /** When the question was put; null if that is not known, or if the player may have looked away since. */
  #askedAt: number | null = null;
  #kind: string | null = null;
  readonly #board: BoardAccess;

  /** The number of the step that put the question: claims of others do not change it. */
  readonly #question = $derived.by(() => {
    const { view, steps } = this.#board.model();
    if (!answersOf(view).length) return null;
    return steps.findLast(({ did }) => !did || !isClaim(did.move))?.number ?? -1;
  });
  /** The answer that will be given in a moment; null if none will. */
  readonly soon = $derived.by(() => {
    const board = this.#board;
    if (!board.isOn() || board.isWaiting() || !this.#isVisible || this.#unattended >= MAX_UNATTENDED) return null;
    return this.#question === this.#answered ? null : onlyAnswer(board.model().view);
  });

  /** Call it while a component initialises: it sets up effects. */
  constructor(board: BoardAccess, random: Random = Math.random) {
    this.#board = board;
    let isFirst = true;
    $effect(() => {
      void this.#question;
      // A question that was there before the page may have been put long ago.
      this.#askedAt = isFirst || document.hidden ? null : performance.now();
      this.#kind = untrack(() => kindOfQuestion(board.model().view));
      isFirst = false;
    });
    $effect(() => {
      const { soon } = this;
      const question = this.#question;
      if (soon === null) return;
      const delay = untrack(() => this.#delay(random));
      const timer = setTimeout(() => {
        this.#answered = question;
        this.#unattended += 1;
        board.answer(soon);
      }, delay);
      return () => clearTimeout(timer);
    });
    $effect(() => this.#watchPlayer());
  }

  /** Note how long the player took for an answer. Only questions with a choice show how long choosing takes. */
  noteAnswer(sentence: string): void {
    const { view } = this.#board.model();
    if (this.#askedAt === null || this.#kind === null || isClaim(sentence) || answersOf(view).length < 2) return;
    noteAnswerTime(this.#kind, performance.now() - this.#askedAt);
  }

  #delay(random: Random): number {
    const { clock, me } = this.#board.model();
    const kind = this.#kind ?? "";
    const left = clock && clock.seat === me ? clock.until - performance.now() - CLOCK_RESERVE_MS : Infinity;
    return answerDelay(kind, answerTimes(kind), left, random);
  }

  /** While the page is hidden nobody answers, as with any question; who comes back needs time again. */
  #watchPlayer(): () => void {
    const look = (): void => {
      this.#isVisible = !document.hidden;
      if (document.hidden) this.#askedAt = null;
    };
    const attend = (): void => {
      if (this.#unattended) this.#unattended = 0;
    };
    document.addEventListener("visibilitychange", look);
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, attend, { passive: true });
    return () => {
      document.removeEventListener("visibilitychange", look);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, attend);
    };
  }
}
