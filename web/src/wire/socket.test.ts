// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "$protocol";
import { TableSocket, type ConnectionEnd } from "./socket";

/** A socket that does what the test says. */
class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  static get newest(): FakeSocket {
    const newest = FakeSocket.all.at(-1);
    if (!newest) throw new Error("nobody has connected");
    return newest;
  }

  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }
  close(code = 1000): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(revision = 1): void {
    this.open();
    this.says({ type: "welcome", revision });
  }
}

let heard: (Message | ConnectionEnd)[];
const open = (token: string | null = "secret"): TableSocket =>
  new TableSocket("ABCD", token, (message) => heard.push(message));

beforeEach(() => {
  heard = [];
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a table's socket", () => {
  it("says hello with the token and its revision", () => {
    open();
    FakeSocket.newest.open();
    expect(FakeSocket.newest.sent).toEqual([{ type: "hello", version: 1, since: null, muted: [], token: "secret" }]);
  });

  it("asks for the table of any code, so that the server can say that there is none", () => {
    new TableSocket('"/?#', null, () => undefined);
    expect(new URL(FakeSocket.newest.address).pathname).toBe("/ws/%22%2F%3F%23");
  });

  it("queues commands until the welcome", () => {
    const socket = open();
    const id = socket.send({ type: "sit" });
    FakeSocket.newest.open();
    expect(FakeSocket.newest.sent).toHaveLength(1);
    FakeSocket.newest.says({ type: "welcome", revision: 3 });
    expect(FakeSocket.newest.sent[1]).toEqual({ type: "sit", id });
  });

  it("reconnects, sends its revision, and repeats unanswered commands under the same id", () => {
    const socket = open();
    FakeSocket.newest.welcome(7);
    const answered = socket.send({ type: "start" });
    const open_ = socket.send({ type: "move", revision: 7, move: "draw" });
    const fleeting = socket.send({ type: "emote", emote: "hello" });
    FakeSocket.newest.says({ type: "done", id: answered, revision: 8 });
    FakeSocket.newest.close(1006);
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.newest.welcome(8);
    expect(FakeSocket.newest.sent[0]).toMatchObject({ type: "hello", since: 7 });
    const ids = FakeSocket.newest.sent.slice(1).map((message) => message.id);
    expect(ids).toEqual([open_]);
    expect(ids).not.toContain(fleeting);
  });

  it("waits longer and longer between tries", () => {
    open();
    for (let tries = 0; tries < 6; tries++) {
      FakeSocket.newest.close(1006);
      vi.advanceTimersByTime(10_000);
    }
    const before = FakeSocket.all.length;
    FakeSocket.newest.close(1006);
    vi.advanceTimersByTime(4_000);
    expect(FakeSocket.all).toHaveLength(before);
    vi.advanceTimersByTime(6_000);
    expect(FakeSocket.all).toHaveLength(before + 1);
  });

  it("does not reconnect when the server has closed for good", () => {
    open();
    FakeSocket.newest.welcome();
    FakeSocket.newest.close(4000);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(heard.at(-1)).toEqual({ type: "connection_end", code: 4000 });
  });

  it("continues as a spectator when its token is no longer known", () => {
    open();
    FakeSocket.newest.open();
    FakeSocket.newest.says({ type: "refused", id: null, reason: "no_such_guest", text: "" });
    FakeSocket.newest.open();
    expect(FakeSocket.newest.sent[0]).not.toHaveProperty("token");
  });

  it("reports how long a reply is overdue, and reconnects in the end", () => {
    const socket = open();
    FakeSocket.newest.welcome();
    expect(socket.silentFor).toBe(0);
    socket.send({ type: "move", revision: 1, move: "draw" });
    vi.advanceTimersByTime(1_500);
    expect(socket.silentFor).toBe(1_500);
    vi.advanceTimersByTime(7_000);
    expect(FakeSocket.all).toHaveLength(1); // asking how long changes nothing
    socket.keepAlive();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("is quiet once it is closed", () => {
    const socket = open();
    FakeSocket.newest.welcome();
    socket.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(heard.filter((message) => message.type === "connection_end")).toEqual([]);
  });
});
