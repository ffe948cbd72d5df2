// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MyRunningGame } from "$protocol";
import { expectedGames, noteGames } from "$/remembered/running";
import { become, guestToken } from "$/wire/http";
import { followRunning } from "./runningPoller";
import { sampleRunning } from "./sample";

let answer: () => Promise<Response>;
let asked = 0;
const heard: (readonly MyRunningGame[])[] = [];
let stop: () => void;
const games = (...running: MyRunningGame[]): Promise<Response> =>
  Promise.resolve(Response.json({ running, finished: [], next: null }));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  become("Anna", "secret");
  heard.length = asked = 0;
  stop = () => undefined;
  vi.stubGlobal("fetch", () => {
    asked += 1;
    return answer();
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const follow = (isKnown = false): void => void (stop = followRunning((found) => heard.push(found), isKnown));

it("reports the games at once and again, and remembers how many there are", async () => {
  answer = () => games(sampleRunning());
  follow();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(heard.map((list) => list.length)).toEqual([1, 1]);
  expect(expectedGames()).toBe(1);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(2);
});

it("asks nothing without a guest", async () => {
  become(undefined, undefined);
  follow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([heard, asked]).toEqual([[[]], 0]);
});

it("keeps the last list while the server does not answer, and has an empty one before", async () => {
  answer = () => Promise.reject(new TypeError("offline"));
  follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual([[]]);
  answer = () => games(sampleRunning());
  await vi.advanceTimersByTimeAsync(15_000);
  answer = () => Promise.reject(new TypeError("offline"));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(heard.at(-1)).toHaveLength(1);
});

it("waits with the first request where the games are known already", async () => {
  answer = () => games();
  follow(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(0);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked).toBe(1);
});

it("forgets a guest whom the server does not know, and asks no more", async () => {
  noteGames(["k7m2xw9p"]);
  answer = () => Promise.resolve(Response.json({ error: { reason: "no_such_guest", text: "" } }, { status: 401 }));
  follow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, guestToken(), expectedGames(), heard]).toEqual([1, null, 0, [[]]]);
});
