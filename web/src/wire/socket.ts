// A table's WebSocket. It reconnects by itself, tells the server which revision it has, and sends unanswered commands again.

import { VERSION, type Command, type Message } from "$protocol";

const FIRST_RETRY_MS = 250; // doubled for each further try
const MAX_RETRY_MS = 10_000;
const PING_AFTER_MS = 25_000; // without any message from the server
const REPLY_TIMEOUT_MS = 8_000; // then the connection is given up
/** The server closes with one of these codes if the client must not reconnect. */
const FINAL_CODES = [1008, 4000];

/** Commands whose reply may take long: a start waits until the rules are compiled. */
const SLOW: readonly string[] = ["start", "rematch"];
/** Commands that are not sent again after a reconnect: the welcome answers them, or they are out of date. */
const TRANSIENT: readonly string[] = ["emote", "mute", "ping", "resync", "why", "hint", "hurry", "seal", "contribute"];

/** The connection has ended and will not be opened again. */
export interface ConnectionEnd {
  type: "connection_end";
  code: number;
}
type NumberedCommand = Exclude<Command, { type: "hello" }>;
/** A command without its id, which the socket adds. */
export type NewCommand = NumberedCommand extends infer Each ? (Each extends unknown ? Omit<Each, "id"> : never) : never;

export class TableSocket {
  readonly #address: string;
  readonly #onMessage: (message: Message | ConnectionEnd) => void;
  #token: string | null;
  #socket: WebSocket | null = null;
  #retries = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #isWelcomed = false;
  #hasEnded = false;
  /** When the last welcomed connection broke. */
  #lostAt = performance.now();
  #triedAt = 0;
  #heardAt = 0;
  readonly #unanswered = new Map<string, { command: NewCommand & { id: string }; since: number }>();
  #lastNumber = 0;
  // Ids must be unique among all commands of a guest at a table, in every window. (randomUUID needs https.)
  readonly #idPrefix = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");
  readonly #onOnline = (): void => void (this.#isWelcomed || this.#connect());

  /** The revision of the last update; 0 before the first one. */
  revision = 0;
  readonly muted = new Set<number>();

  constructor(code: string, token: string | null, onMessage: (message: Message | ConnectionEnd) => void) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#address = `${scheme}//${location.host}/ws/${encodeURIComponent(code)}`;
    this.#token = token;
    this.#onMessage = onMessage;
    addEventListener("online", this.#onOnline);
    this.#connect();
  }

  /** Send a command, and keep it until it has been answered. Returns its id. */
  send(newCommand: NewCommand): string {
    const id = `${this.#idPrefix}.${++this.#lastNumber}`;
    const command = { ...newCommand, id };
    this.#unanswered.set(id, { command, since: performance.now() });
    if (this.#isWelcomed) this.#write(command);
    return id;
  }

  /** Reconnect as another guest, or under another name. */
  restart(token: string | null): void {
    this.#token = token;
    this.#connect();
  }

  close(): void {
    this.#hasEnded = true;
    clearTimeout(this.#retryTimer);
    removeEventListener("online", this.#onOnline);
    this.#socket?.close();
  }

  /** For how long, in ms, the server has owed a reply or a welcome. */
  get silentFor(): number {
    return performance.now() - this.#owedSince();
  }

  /** To be called several times a second: reconnects if the server owes a reply for too long, pings a quiet connection. */
  keepAlive(): void {
    const now = performance.now();
    if (this.#isWelcomed) {
      if (now - this.#owedSince() > REPLY_TIMEOUT_MS) this.#connect();
      else if (!this.#awaited().length && now - this.#heardAt > PING_AFTER_MS) this.send({ type: "ping" });
    } else if (this.#socket?.readyState !== WebSocket.CLOSED && now - this.#triedAt > REPLY_TIMEOUT_MS) {
      this.#connect();
    }
  }

  /** The times at which commands were sent whose reply should have come soon. */
  #awaited(): number[] {
    const entries = [...this.#unanswered.values()];
    return entries.filter(({ command }) => !SLOW.includes(command.type)).map(({ since }) => since);
  }

  #owedSince(): number {
    return this.#isWelcomed ? Math.min(performance.now(), ...this.#awaited()) : this.#lostAt;
  }

  #connect(): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#retryTimer);
    this.#triedAt = performance.now();
    if (this.#isWelcomed) this.#lostAt = performance.now();
    this.#isWelcomed = false;
    const before = this.#socket;
    const socket = (this.#socket = new WebSocket(this.#address));
    before?.close();
    socket.onopen = () => {
      const hello = { type: "hello", version: VERSION, since: this.revision || null, muted: [...this.muted] };
      this.#write(this.#token ? { ...hello, token: this.#token } : hello);
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data as string) as Message);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#onClose(event.code);
    };
  }

  #write(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message: Message): void {
    this.#heardAt = performance.now();
    if (message.type === "update" || message.type === "welcome") this.revision = message.revision;
    if ("id" in message && message.id) this.#unanswered.delete(message.id);
    if (message.type === "refused" && message.reason === "no_such_guest") {
      this.#token = null; // reconnect as a spectator
      this.#connect();
    }
    this.#onMessage(message);
    if (message.type === "welcome") this.#onWelcome();
  }

  #onWelcome(): void {
    this.#isWelcomed = true;
    this.#retries = 0;
    for (const [id, entry] of this.#unanswered) {
      entry.since = performance.now();
      if (TRANSIENT.includes(entry.command.type)) this.#unanswered.delete(id);
      else this.#write(entry.command);
    }
  }

  #onClose(code: number): void {
    if (this.#hasEnded) return;
    if (this.#isWelcomed) this.#lostAt = performance.now();
    this.#isWelcomed = false;
    if (FINAL_CODES.includes(code)) {
      this.#hasEnded = true;
      this.#onMessage({ type: "connection_end", code });
      return;
    }
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#retries++, MAX_RETRY_MS);
    // Random, so that not all clients of a restarted server come back at once.
    this.#retryTimer = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
  }
}
