// A table that this browser plays at or watches: messages of the server become its state, what the player does becomes
// commands.

import type { Because, Emote, Hints, Message, Refused } from "$protocol";
import { isClaim } from "$/notation/move";
import { beGuest, forgetToken, guestName, guestToken } from "$/wire/http";
import { TableSocket, type ConnectionEnd, type NewCommand } from "$/wire/socket";
import { text } from "$/words/language.svelte";
import { EMPTY, isRunning, reduce, type TableState } from "./state";

const SILENCE_MS = 1_000; // without a reply, before the page says so
const TICK_MS = 200;
const EMOTE_MS = 4_000;
const NOTICE_MS = 8_000; // a sentence takes longer to read than an emote
const DOUBLE_PRESS_MS = 300; // a second press this soon was meant for what was under the finger before

/** Why the connection has ended. */
export interface EndReason {
  reason: string;
  text: string;
}

export class LiveTable {
  readonly code: string;
  state = $state.raw<TableState>(EMPTY);
  /** Seat → the emote it shows. */
  emotes = $state.raw<ReadonlyMap<number, Emote>>(new Map());
  /** Seats whose emotes this player has muted. */
  muted = $state.raw<readonly number[]>([]);
  /** The server's last refusal, until the next update. */
  refusal = $state.raw<Refused | null>(null);
  /** Whether hints have just been allowed or forbidden during a match; null after a while. */
  hintsChanged = $state<boolean | null>(null);
  /** The name of a person who has just taken over a seat; null after a while. */
  joined = $state<string | null>(null);
  /** Whether the server has owed a reply for too long. */
  isServerSilent = $state(false);
  /** Set when the connection has ended for good. */
  endReason = $state.raw<EndReason | null>(null);
  /** Whether a move waits for its reply. */
  isWaiting = $state(false);

  /** Why the connection will end, if the server has announced that. */
  #announcedEnd: EndReason | null = null;
  /** The id of the move that waits for its reply. */
  #pendingMove: string | null = null;
  #movedAt = -DOUBLE_PRESS_MS;
  /** A claim made while a move was on its way: it is about the outcome of that move, and is sent after it. */
  #nextClaim: string | null = null;
  /** The ids of the commands that contribute to the next shuffle, and what was sent last on this connection. */
  readonly #contributions = new Set<string>();
  #contributed = "";
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #questions = new Map<string, (answer: Because | null) => void>();
  readonly #hintRequests = new Map<string, (reply: Hints | Refused) => void>();
  readonly #socket: TableSocket;
  readonly #ticker: ReturnType<typeof setInterval>;

  constructor(code: string) {
    this.code = code;
    this.#socket = new TableSocket(code, guestToken(), (message) => this.#onMessage(message));
    this.#ticker = setInterval(() => {
      this.isServerSilent = this.#socket.silentFor > SILENCE_MS;
      this.#socket.keepAlive();
    }, TICK_MS);
  }

  /** Disconnect; the guest keeps the seat. */
  close(): void {
    clearInterval(this.#ticker);
    clearTimeout(this.#noticeTimer);
    this.#socket.close();
  }

  /** Send a command; returns its id. */
  send(command: NewCommand): string {
    return this.#socket.send(command);
  }

  /** Make a move, unless one waits for its reply. A claim is a race, so it waits its turn and is never a double press. */
  play(move: string): void {
    const now = performance.now();
    const isRace = isClaim(move);
    if (this.#pendingMove !== null && isRace) this.#nextClaim = move;
    if (this.#pendingMove !== null || (!isRace && now - this.#movedAt < DOUBLE_PRESS_MS)) return;
    this.#pendingMove = this.send({ type: "move", revision: this.#socket.revision, move });
    this.#movedAt = now;
    this.isWaiting = true;
  }

  /** Ask the server for its verdict on a move; null if it refuses to answer. */
  why(move: string): Promise<Because | null> {
    const id = this.send({ type: "why", move });
    return new Promise((resolve) => this.#questions.set(id, resolve));
  }

  /** Ask for hints, or learn why there are none. Never settles if the table has moved on meanwhile. */
  hint(): Promise<Hints | Refused> {
    const id = this.send({ type: "hint", revision: this.#socket.revision });
    return new Promise((resolve) => this.#hintRequests.set(id, resolve));
  }

  nextRound(): void {
    this.send({ type: "next_round", revision: this.#socket.revision });
  }

  /** Sit down, on any free seat if `seat` is null, under the remembered name or a default one. */
  async sit(seat: number | null, name = guestName() || text("page.guest")): Promise<void> {
    if (await beGuest(name)) this.#socket.restart(guestToken()); // the table learns the name when the guest connects
    this.send(seat === null ? { type: "sit" } : { type: "sit", seat });
  }

  /** Ask for the seat of a bot or an absent player, for any of them if `seat` is null. */
  async takeOver(seat: number | null, name: string): Promise<void> {
    if (await beGuest(name)) this.#socket.restart(guestToken());
    this.send(seat === null ? { type: "take_over" } : { type: "take_over", seat });
  }

  mute(seat: number, on: boolean): void {
    this.#socket.muted[on ? "add" : "delete"](seat);
    this.muted = [...this.#socket.muted];
    this.send({ type: "mute", seat, on });
  }

  #onMessage(message: Message | ConnectionEnd): void {
    if ("id" in message && message.id !== null && message.id === this.#pendingMove) this.#onMoveReply(message);
    switch (message.type) {
      case "connection_end":
        this.endReason = this.#announcedEnd ?? { reason: "table_closed", text: "" };
        this.close();
        return;
      case "bye":
        if (message.reason === "device_revoked" || message.reason === "guest_deleted") forgetToken();
        this.#announcedEnd = message.again ? null : message;
        return;
      case "because":
        this.#resolveQuestion(message.id, message);
        return;
      case "hints":
        this.#resolveHint(message);
        return;
      case "refused":
        if (message.id !== null && this.#contributions.delete(message.id)) return; // the match begins without it
        if (!this.#resolveHint(message)) this.#onRefusal(message);
        return;
      case "emoted":
        this.#showEmote(message.seat, message.emote);
        return;
      default:
        if (message.type === "update" || message.type === "welcome") this.refusal = null;
        if (message.type === "welcome") this.#contributed = "";
        this.#apply(message);
        void this.#contribute();
    }
  }

  #onMoveReply(reply: Message): void {
    this.#pendingMove = null;
    this.isWaiting = false;
    const claim = this.#nextClaim;
    this.#nextClaim = null;
    if (claim !== null && reply.type === "done") this.play(claim);
  }

  #apply(message: Message): void {
    const before = this.state.table;
    this.state = reduce(this.state, message, performance.now());
    const { table, you } = this.state;
    if (!before || !table || !isRunning(table)) return;
    const taken = message.type === "update" && message.what === "taken_over";
    const newcomer = taken ? table.seats.findIndex(({ name }, seat) => name !== before.seats[seat]?.name) : -1;
    if (newcomer >= 0 && newcomer !== you.seat) this.joined = table.seats[newcomer]?.name ?? null;
    else if (before.setup.hints !== table.setup.hints) this.hintsChanged = table.setup.hints;
    else return;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => {
      this.hintsChanged = null;
      this.joined = null;
    }, NOTICE_MS);
  }

  /** Take part in the shuffle of the next match. */
  async #contribute(): Promise<void> {
    const { table, you } = this.state;
    const upcoming = table?.upcoming;
    if (!upcoming || you.seat === null) return;
    const stage = [upcoming.commitment, you.seat, upcoming.seals?.join()].join();
    if (stage === this.#contributed) return;
    this.#contributed = stage;
    const { nextContribution } = await import("$/fairness/contributor"); // with its cryptography, after the table is shown
    const command = nextContribution(upcoming, you.seat);
    if (command) this.#contributions.add(this.send(command));
  }

  #onRefusal(message: Refused): void {
    if (message.id !== null && this.#resolveQuestion(message.id, null)) return;
    if (message.reason === "no_such_guest") forgetToken();
    if (message.id === null && message.reason !== "too_fast") {
      this.#announcedEnd = message; // the server closes the connection next
      return;
    }
    this.refusal = message;
  }

  /** Pass a reply to the request for a hint that it answers; returns whether there is one. */
  #resolveHint(reply: Hints | Refused): boolean {
    const resolve = this.#hintRequests.get(reply.id ?? "");
    this.#hintRequests.delete(reply.id ?? "");
    resolve?.(reply);
    return resolve !== undefined;
  }

  #resolveQuestion(id: string, answer: Because | null): boolean {
    const resolve = this.#questions.get(id);
    this.#questions.delete(id);
    resolve?.(answer);
    return resolve !== undefined;
  }

  #showEmote(seat: number, emote: Emote): void {
    this.emotes = new Map(this.emotes).set(seat, emote);
    setTimeout(() => {
      if (this.emotes.get(seat) !== emote) return;
      const rest = new Map(this.emotes);
      rest.delete(seat);
      this.emotes = rest;
    }, EMOTE_MS);
  }
}
