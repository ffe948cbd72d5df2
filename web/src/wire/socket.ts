// A table's socket that comes back by itself, says what it has, and sends again what was never answered.

import { VERSION, type Command, type Message } from "$protocol";

const FIRST_WAIT = 250; // ms before the first new try; doubled for each further one
const LONGEST_WAIT = 10_000;
const QUIET = 25_000; // a connection without a word for so long is asked whether it lives
const PATIENCE = 8_000; // and given up if an answer stays out for so long
/** Closed with one of these, the server does not want to be asked again. */
const FINAL = [1008, 4000];

/** Commands that may stay open: a start waits for the compiler. */
const PATIENT: readonly string[] = ["start"];
/** Commands that a welcome answers, or makes needless. */
const FLEETING: readonly string[] = ["emote", "mute", "ping", "resync", "why", "hint", "hurry"];

/** The server has closed for good. */
export interface Gone {
  type: "gone";
  code: number;
}
type Numbered = Exclude<Command, { type: "hello" }>;
/** A command without the id, which the socket gives it. */
export type Saying = Numbered extends infer Each ? (Each extends unknown ? Omit<Each, "id"> : never) : never;

export class TableSocket {
  readonly #address: string;
  readonly #hear: (message: Message | Gone) => void;
  #token: string | null;
  #socket: WebSocket | null = null;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #welcomed = false;
  #ended = false;
  #silentSince = performance.now();
  #triedAt = 0;
  #heardAt = 0;
  readonly #unanswered = new Map<string, { message: Saying & { id: string }; since: number }>();
  #number = 0;
  // Ids must be new for each command of a guest at a table, in every window. (randomUUID needs https.)
  readonly #page = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");
  readonly #back = (): void => void (this.#welcomed || this.#connect());

  /** The revision of the last update; 0 while nothing is known of the table. */
  revision = 0;
  readonly muted = new Set<number>();

  constructor(code: string, token: string | null, hear: (message: Message | Gone) => void) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#address = `${scheme}//${location.host}/ws/${code}`;
    this.#token = token;
    this.#hear = hear;
    addEventListener("online", this.#back);
    this.#connect();
  }

  /** Say something; it is kept until it has been answered. Returns its id. */
  say(saying: Saying): string {
    const id = `${this.#page}.${++this.#number}`;
    const message = { ...saying, id };
    this.#unanswered.set(id, { message, since: performance.now() });
    if (this.#welcomed) this.#send(message);
    return id;
  }

  /** Come back as somebody else, or under another name. */
  restart(token: string | null): void {
    this.#token = token;
    this.#connect();
  }

  /** Leave, and do not come back. */
  close(): void {
    this.#ended = true;
    clearTimeout(this.#retry);
    removeEventListener("online", this.#back);
    this.#socket?.close();
  }

  /** Tell for how long, in ms, the server has owed an answer; and see to it that it is asked again. */
  silence(): number {
    const now = performance.now();
    const waiting = [...this.#unanswered.values()].filter(({ message }) => !PATIENT.includes(message.type));
    const since = this.#welcomed ? Math.min(now, ...waiting.map((entry) => entry.since)) : this.#silentSince;
    const isTrying = !this.#welcomed && this.#socket?.readyState !== WebSocket.CLOSED;
    if (now - (isTrying ? this.#triedAt : this.#welcomed ? since : now) > PATIENCE) this.#connect();
    else if (this.#welcomed && !waiting.length && now - this.#heardAt > QUIET) this.say({ type: "ping" });
    return now - since;
  }

  #connect(): void {
    if (this.#ended) return;
    clearTimeout(this.#retry);
    this.#triedAt = performance.now();
    if (this.#welcomed) this.#silentSince = performance.now();
    this.#welcomed = false;
    const before = this.#socket;
    const socket = (this.#socket = new WebSocket(this.#address));
    before?.close();
    socket.onopen = () => {
      const hello = { type: "hello", version: VERSION, since: this.revision || null, muted: [...this.muted] };
      this.#send(this.#token ? { ...hello, token: this.#token } : hello);
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data as string) as Message);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    };
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message: Message): void {
    this.#heardAt = performance.now();
    if (message.type === "update" || message.type === "welcome") this.revision = message.revision;
    if ("id" in message && message.id) this.#unanswered.delete(message.id);
    if (message.type === "refused" && message.reason === "no_such_guest") {
      this.#token = null; // from now on as somebody who watches
      this.#connect();
    }
    this.#hear(message);
    if (message.type === "welcome") this.#come();
  }

  #come(): void {
    this.#welcomed = true;
    this.#tries = 0;
    for (const [id, entry] of this.#unanswered) {
      entry.since = performance.now();
      if (FLEETING.includes(entry.message.type)) this.#unanswered.delete(id);
      else this.#send(entry.message);
    }
  }

  #closed(code: number): void {
    if (this.#ended) return;
    if (this.#welcomed) this.#silentSince = performance.now();
    this.#welcomed = false;
    if (FINAL.includes(code)) {
      this.#ended = true;
      this.#hear({ type: "gone", code });
      return;
    }
    const wait = Math.min(FIRST_WAIT * 2 ** this.#tries++, LONGEST_WAIT);
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2)); // not all at once
  }
}
