// A table's socket that comes back by itself, says what it has, and sends again what was never answered.

const VERSION = 1;
const FIRST_WAIT = 250; // ms before the first new try; doubled for each further one
const LONGEST_WAIT = 10_000;
const QUIET = 25_000; // a connection without a word for so long is asked whether it lives
const PATIENCE = 8_000; // and given up if an answer stays out for so long
/** Closed with one of these, the server does not want to be asked again. */
const FINAL = [1008, 4000];

/** Commands that may stay open: a start waits for the compiler. */
const PATIENT = ["start"];
/** Commands that a welcome answers, or makes needless. */
const FLEETING = ["emote", "mute", "ping", "resync"];

export class TableSocket {
  #address;
  #token;
  #hear;
  #socket = null;
  #tries = 0;
  #retry = 0;
  #welcomed = false;
  #silentSince = performance.now();
  #triedAt = 0;
  #heardAt = 0;
  #unanswered = new Map(); // id → { message, since }
  #number = 0;
  // Ids must be new for each command of a guest at a table, in every window. (randomUUID needs https.)
  #page = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");

  /** The revision of the last update; 0 asks for all that the server remembers. */
  revision = 0;
  muted = new Set();

  /** `hear` is called with every message, and with `{type: "gone", code}` when the server closes for good. */
  constructor(code, token, hear) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#address = `${scheme}//${location.host}/ws/${code}`;
    this.#token = token;
    this.#hear = hear;
    addEventListener("online", () => this.#welcomed || this.#connect());
    this.#connect();
  }

  /** Say something; it is kept until it has been answered. Returns its id. */
  say(type, fields = {}) {
    const id = `${this.#page}.${++this.#number}`;
    const message = { type, id, ...fields };
    this.#unanswered.set(id, { message, since: performance.now() });
    if (this.#welcomed) this.#send(message);
    return id;
  }

  /** Come back as somebody else, or under another name. */
  restart(token) {
    this.#token = token;
    this.#connect();
  }

  /** Tell for how long, in ms, the server has owed an answer. */
  silence() {
    const now = performance.now();
    const waiting = [...this.#unanswered.values()].filter(({ message }) => !PATIENT.includes(message.type));
    const since = this.#welcomed ? Math.min(now, ...waiting.map((entry) => entry.since)) : this.#silentSince;
    const isTrying = !this.#welcomed && this.#socket.readyState !== WebSocket.CLOSED;
    if (now - (isTrying ? this.#triedAt : this.#welcomed ? since : now) > PATIENCE) this.#connect();
    else if (this.#welcomed && !waiting.length && now - this.#heardAt > QUIET) this.say("ping");
    return now - since;
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#triedAt = performance.now();
    if (this.#welcomed) this.#silentSince = performance.now();
    this.#welcomed = false;
    const before = this.#socket;
    const socket = (this.#socket = new WebSocket(this.#address));
    before?.close();
    socket.onopen = () => {
      const hello = { type: "hello", version: VERSION, since: this.revision, muted: [...this.muted] };
      this.#send(this.#token ? { ...hello, token: this.#token } : hello);
    };
    socket.onmessage = (event) => socket === this.#socket && this.#receive(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.#socket && this.#closed(event.code);
  }

  #send(message) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message) {
    this.#heardAt = performance.now();
    if (message.type === "update" || message.type === "welcome") this.revision = message.revision;
    if (message.id) this.#unanswered.delete(message.id);
    if (message.type === "refused" && message.reason === "no_such_guest") {
      this.#token = null; // from now on as somebody who watches
      this.#connect();
    }
    this.#hear(message);
    if (message.type === "welcome") this.#come();
  }

  #come() {
    this.#welcomed = true;
    this.#tries = 0;
    for (const [id, entry] of this.#unanswered) {
      entry.since = performance.now();
      if (FLEETING.includes(entry.message.type)) this.#unanswered.delete(id);
      else this.#send(entry.message);
    }
  }

  #closed(code) {
    if (this.#welcomed) this.#silentSince = performance.now();
    this.#welcomed = false;
    if (FINAL.includes(code)) {
      this.#hear({ type: "gone", code });
      return;
    }
    const wait = Math.min(FIRST_WAIT * 2 ** this.#tries++, LONGEST_WAIT);
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2)); // not all at once
  }
}
