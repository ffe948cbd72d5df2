// A table one sits at or watches: the socket's messages become its state, what is pressed becomes a command.

import type { Because, Emote, Hints, Message, Refused } from "$protocol";
import { isClaim } from "$/notation/move";
import { beGuest, forgetToken, guestName, guestToken } from "$/wire/http";
import { TableSocket, type Gone, type Saying } from "$/wire/socket";
import { text } from "$/words/language.svelte";
import { EMPTY, isRunning, reduce, type TableState } from "./state";

const SILENCE = 1_000; // ms without an answer before it is said
const TICK = 200;
const SAID_FOR = 4_000;
const TOLD_FOR = 8_000; // a sentence needs longer than a sign
const TWICE = 300; // ms in which a second press is one too many: what is under the finger has changed

/** Why nothing can be done here any more, or for now. */
export interface Trouble {
  reason: string;
  text: string;
}

export class LiveTable {
  readonly code: string;
  state = $state.raw<TableState>(EMPTY);
  /** Seat → the emote it shows. */
  said = $state.raw<ReadonlyMap<number, Emote>>(new Map());
  /** Emotes of these are not wanted. */
  muted = $state.raw<readonly number[]>([]);
  /** The server's last refusal, until the next thing happens. */
  refused = $state.raw<Refused | null>(null);
  /** Whether hints are allowed from now on, for a while after that has changed in the middle of a match. */
  hintsChanged = $state<boolean | null>(null);
  /** Whether the server has been silent for too long. */
  isLost = $state(false);
  /** The connection has ended for good, and why. */
  gone = $state.raw<Trouble | null>(null);
  /** Whether a move waits for its answer. */
  isWaiting = $state(false);

  #trouble: Trouble | null = null;
  #sent: string | null = null;
  #sentAt = -TWICE;
  /** A claim that was pressed while a move was on its way: it is about what that move has led to. */
  #claim: string | null = null;
  #toldUntil: ReturnType<typeof setTimeout> | undefined;
  readonly #questions = new Map<string, (answer: Because | null) => void>();
  readonly #hints = new Map<string, (answer: Hints | Refused) => void>();
  readonly #socket: TableSocket;
  readonly #ticking: ReturnType<typeof setInterval>;

  constructor(code: string) {
    this.code = code;
    this.#socket = new TableSocket(code, guestToken(), (message) => this.#hear(message));
    this.#ticking = setInterval(() => (this.isLost = this.#socket.silence() > SILENCE), TICK);
  }

  /** Leave the page of this table; the seat stays taken. */
  close(): void {
    clearInterval(this.#ticking);
    clearTimeout(this.#toldUntil);
    this.#socket.close();
  }

  /** Say something to the table. */
  say(saying: Saying): string {
    return this.#socket.say(saying);
  }

  /** Play a sentence of the notation. A second press while the first is on its way is no second move; a claim waits. */
  play(move: string): void {
    const now = performance.now();
    const isRace = isClaim(move); // others may be faster: no double-press guard
    if (this.#sent !== null && isRace) this.#claim = move;
    if (this.#sent !== null || (!isRace && now - this.#sentAt < TWICE)) return;
    this.#sent = this.say({ type: "move", revision: this.#socket.revision, move });
    this.#sentAt = now;
    this.isWaiting = true;
  }

  /** Ask the server what would come of a move. None where the answer does not come. */
  why(move: string): Promise<Because | null> {
    const id = this.say({ type: "why", move });
    return new Promise((resolve) => this.#questions.set(id, resolve));
  }

  /** Ask what the search thinks of one's moves; the answer may be why it does not say. It need not come: the table moves on. */
  hint(): Promise<Hints | Refused> {
    const id = this.say({ type: "hint", revision: this.#socket.revision });
    return new Promise((resolve) => this.#hints.set(id, resolve));
  }

  nextRound(): void {
    this.say({ type: "next_round", revision: this.#socket.revision });
  }

  /** Sit down under the remembered name, or a plain one. */
  async sit(seat: number | null, name = guestName() || text("page.guest")): Promise<void> {
    if (await beGuest(name)) this.#socket.restart(guestToken()); // the table takes the name with the connection
    this.say(seat === null ? { type: "sit" } : { type: "sit", seat });
  }

  mute(seat: number, on: boolean): void {
    this.#socket.muted[on ? "add" : "delete"](seat);
    this.muted = [...this.#socket.muted];
    this.say({ type: "mute", seat, on });
  }

  #hear(message: Message | Gone): void {
    if ("id" in message && message.id !== null && message.id === this.#sent) {
      this.#sent = null;
      this.isWaiting = false;
      const claim = this.#claim;
      this.#claim = null;
      if (claim !== null && message.type === "done") this.play(claim);
    }
    switch (message.type) {
      case "gone":
        this.gone = this.#trouble ?? { reason: "table_closed", text: "" };
        this.close();
        return;
      case "bye":
        this.#trouble = message.again ? null : message;
        return;
      case "because":
        this.#answer(message.id, message);
        return;
      case "hints":
        this.#give(message);
        return;
      case "refused":
        if (!this.#give(message)) this.#takeRefusal(message);
        return;
      case "emoted":
        this.#show(message.seat, message.emote);
        return;
      default:
        if (message.type === "update" || message.type === "welcome") this.refused = null;
        this.#take(message);
    }
  }

  #take(message: Message): void {
    const before = this.state.table;
    this.state = reduce(this.state, message, performance.now());
    const { table } = this.state;
    if (!before || !table || !isRunning(table) || before.setup.hints === table.setup.hints) return;
    this.hintsChanged = table.setup.hints;
    clearTimeout(this.#toldUntil);
    this.#toldUntil = setTimeout(() => (this.hintsChanged = null), TOLD_FOR);
  }

  #takeRefusal(message: Refused): void {
    if (message.id !== null && this.#answer(message.id, null)) return;
    if (message.reason === "no_such_guest") forgetToken();
    if (message.id === null && message.reason !== "too_fast") {
      this.#trouble = message; // what follows is the end of the connection
      return;
    }
    this.refused = message;
  }

  /** Hand an answer to whoever asked for a hint; whether it is one. */
  #give(answer: Hints | Refused): boolean {
    const resolve = this.#hints.get(answer.id ?? "");
    this.#hints.delete(answer.id ?? "");
    resolve?.(answer);
    return resolve !== undefined;
  }

  #answer(id: string, answer: Because | null): boolean {
    const resolve = this.#questions.get(id);
    this.#questions.delete(id);
    resolve?.(answer);
    return resolve !== undefined;
  }

  #show(seat: number, emote: Emote): void {
    this.said = new Map(this.said).set(seat, emote);
    setTimeout(() => {
      if (this.said.get(seat) !== emote) return;
      const rest = new Map(this.said);
      rest.delete(seat);
      this.said = rest;
    }, SAID_FOR);
  }
}
