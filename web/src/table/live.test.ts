import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Message } from "$protocol";
import type { ConnectionEnd } from "$/wire/socket";
import { LiveTable } from "./live.svelte";

const said: Record<string, unknown>[] = [];
let tell: (message: Message | ConnectionEnd) => void;
let silence = 0;
let kept = 0;

vi.mock("$/wire/socket", () => ({
  TableSocket: class {
    revision = 5;
    muted = new Set<number>();
    constructor(_code: string, _token: string | null, hear: (message: Message | ConnectionEnd) => void) {
      tell = hear;
    }
    send(message: Record<string, unknown>): string {
      said.push(message);
      return `id${said.length}`;
    }
    get silentFor(): number {
      return silence;
    }
    keepAlive(): void {
      kept += 1;
    }
    close(): void {
      said.push({ type: "closed" });
    }
  },
}));

let live: LiveTable;
beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
  silence = kept = 0;
  live = new LiveTable("ABCD");
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
});

it("sends a move once, however often it is pressed, until it is answered", () => {
  live.play("draw");
  live.play("draw");
  expect(said).toEqual([{ type: "move", revision: 5, move: "draw" }]);
  expect(live.isWaiting).toBe(true);
  tell({ type: "done", id: "id1", revision: 6 });
  expect(live.isWaiting).toBe(false);
  vi.advanceTimersByTime(400);
  live.play("keep");
  expect(said).toHaveLength(2);
});

it("sends a claim right after the move that is on its way, or at once if there is none", () => {
  live.play("play r7");
  live.play("uno");
  expect(said).toHaveLength(1);
  tell({ type: "done", id: "id1", revision: 6 });
  expect(said[1]).toMatchObject({ type: "move", move: "uno" });
  tell({ type: "done", id: "id2", revision: 7 });
  live.play("catch 2");
  expect(said[2]).toMatchObject({ type: "move", move: "catch 2" });
});

it("drops a claim when the move before it was refused", () => {
  live.play("play r7");
  live.play("uno");
  tell({ type: "refused", id: "id1", reason: "stale", text: "" });
  expect(said).toHaveLength(1);
});

it("returns the server's answer to a why question", async () => {
  const answer = live.why("play r7");
  const because: Message = { type: "because", id: "id1", status: "refused", reason: "no_match", rule: "PLAY-01" };
  tell(because);
  expect(await answer).toEqual(because);
});

it("returns null for a why question that the server refuses, and shows no refusal", async () => {
  const answer = live.why("play r7");
  tell({ type: "refused", id: "id1", reason: "no_match_running", text: "" });
  expect(await answer).toBeNull();
  expect(live.refusal).toBeNull();
});

it("shows a refusal until the next update", () => {
  tell({ type: "refused", id: "x", reason: "stale", text: "" });
  expect(live.refusal?.reason).toBe("stale");
  tell({ type: "update", revision: 6, what: "moved" });
  expect(live.refusal).toBeNull();
});

it("shows an emote for a while", () => {
  tell({ type: "emoted", seat: 1, emote: "wow" });
  expect(live.emotes.get(1)).toBe("wow");
  vi.advanceTimersByTime(4_000);
  expect(live.emotes.has(1)).toBe(false);
});

it("says that the server is silent after a second, and keeps the connection alive", () => {
  silence = 1_200;
  vi.advanceTimersByTime(200);
  expect(live.isServerSilent).toBe(true);
  expect(kept).toBe(1);
});

it("keeps the reason why the server closed for good", () => {
  tell({ type: "bye", reason: "kicked", text: "sent away", again: false });
  tell({ type: "connection_end", code: 4000 });
  expect(live.endReason).toMatchObject({ reason: "kicked" });
  expect(said.at(-1)).toEqual({ type: "closed" });
});

it("returns hints, or the reason why there are none, to the caller", async () => {
  const first = live.hint();
  expect(said).toEqual([{ type: "hint", revision: 5 }]);
  tell({ type: "hints", id: "id1", revision: 5, moves: [] });
  expect(await first).toMatchObject({ type: "hints", moves: [] });
  const second = live.hint();
  tell({ type: "refused", id: "id2", reason: "hints_off", text: "" });
  expect(await second).toMatchObject({ reason: "hints_off" });
  expect(live.refusal).toBeNull();
});

it("shows for a while that hints were switched on or off during a match, not before it", () => {
  const table = (status: string, hints: boolean) => ({ code: "ABCD", status, seats: [], setup: { hints } }) as never;
  const changed = (status: string, hints: boolean): void =>
    tell({ type: "update", revision: 6, what: "hints_allowed", table: table(status, hints) });
  changed("open", false);
  changed("open", true);
  expect(live.hintsChanged).toBeNull();
  changed("playing", true);
  expect(live.hintsChanged).toBeNull();
  changed("playing", false);
  expect(live.hintsChanged).toBe(false);
  vi.advanceTimersByTime(5_000);
  changed("playing", true);
  expect(live.hintsChanged).toBe(true);
  vi.advanceTimersByTime(5_000);
  expect(live.hintsChanged).toBe(true);
  vi.advanceTimersByTime(5_000);
  expect(live.hintsChanged).toBeNull();
});

it("takes part in the shuffle when it has a seat, again after each welcome, and hides a refusal of that", async () => {
  const { sampleTable } = await import("$/room/sample");
  const commitment = "ab".repeat(32);
  const upcoming = { match: 1, commitment, previous: null, seals: null };
  const table = sampleTable({ upcoming });
  const you = { guest: "g", name: "Anna", seat: 0, host: true };
  const update: Message = { type: "update", revision: 6, what: "sat", table, you };
  tell({ ...update, you: { ...you, seat: null } });
  tell(update);
  tell(update);
  await vi.waitFor(() => expect(said).toHaveLength(1));
  expect(said[0]).toMatchObject({ type: "seal", commitment });
  tell({ type: "refused", id: "id1", reason: "starting", text: "" });
  expect(live.refusal).toBeNull();
  const welcome = { version: 1, view: null, clock: null, missed: [], complete: true, here: [], spectators: 0 };
  tell({ type: "welcome", revision: 6, table, you, ...welcome } as unknown as Message);
  await vi.waitFor(() => expect(said).toHaveLength(2));
  const { seal } = said[1] as { seal: string };
  expect(said[1]).toEqual(said[0]);
  tell({ ...update, table: sampleTable({ upcoming: { ...upcoming, seals: [seal, ""] } }) });
  await vi.waitFor(() => expect(said).toHaveLength(3));
  expect(said[2]).toMatchObject({ type: "contribute", commitment });
});
