import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";

// The worker is a file of its own, outside of the build: it is run here with a store and a network that are ours.
const SOURCE = readFileSync("public/sw.js", "utf8");
const HERE = "https://cards.example";

type Listener = (event: object) => void;
let listeners: Record<string, Listener>;
let stores: Map<string, Map<string, Response>>;
let network: (path: string) => Response | Promise<Response>;
const asked: string[] = [];

const pathOf = (request: { url: string } | string): string =>
  new URL(typeof request === "string" ? request : request.url, HERE).pathname;

const storeOf = (name: string): object => {
  const kept = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, kept);
  return {
    match: (request: { url: string } | string) => Promise.resolve(kept.get(pathOf(request))?.clone()),
    put: (request: { url: string } | string, response: Response) => void kept.set(pathOf(request), response),
    keys: () => Promise.resolve([...kept.keys()].map((url) => ({ url }))),
    delete: (request: { url: string }) => Promise.resolve(kept.delete(request.url)),
  };
};

beforeEach(() => {
  listeners = {};
  stores = new Map();
  asked.length = 0;
  const self = {
    addEventListener: (kind: string, listener: Listener) => void (listeners[kind] = listener),
    location: new URL(HERE),
    skipWaiting: vi.fn(),
    clients: { claim: vi.fn() },
  };
  const caches = {
    open: (name: string) => Promise.resolve(storeOf(name)),
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  };
  const fetch = async (request: { url: string }): Promise<Response> => {
    asked.push(pathOf(request));
    return network(pathOf(request));
  };
  new Function("self", "caches", "fetch", SOURCE)(self, caches, fetch);
});

/** Ask the worker; none: it leaves the request to the browser. */
async function get(path: string, mode = "cors", method = "GET"): Promise<Response | null> {
  let answer: Promise<Response> | null = null;
  const later: Promise<unknown>[] = [];
  listeners.fetch?.({
    request: { url: HERE + path, mode, method },
    respondWith: (response: Promise<Response>) => (answer = response),
    waitUntil: (promise: Promise<unknown>) => void later.push(promise),
  });
  const response = await (answer as Promise<Response> | null);
  await Promise.all(later);
  return response;
}

const unreachable = (): never => {
  throw new TypeError("no network");
};
const file = (words: string, date = new Date()): Response =>
  new Response(words, { headers: { date: date.toUTCString() } });

test("files with a hash are fetched once and then come from the cache", async () => {
  network = () => file("built");
  await get("/static/assets/index-abc.js");
  network = unreachable;
  expect(await (await get("/static/assets/index-abc.js"))?.text()).toBe("built");
  expect(asked).toEqual(["/static/assets/index-abc.js"]);
});

test("requests to the API, and other methods than GET, are left alone", async () => {
  network = unreachable;
  for (const path of ["/api/tables", "/ws/k7m2xw9p", "/healthz", "/metrics"]) expect(await get(path)).toBe(null);
  expect(await get("/api/tables/k7m2xw9p/matches/1/record", "navigate")).toBe(null);
  expect(await get("/static/assets/a.js", "cors", "POST")).toBe(null);
});

test("a page always comes from the server; without one it says so in both languages", async () => {
  network = () => file("<script src=/static/assets/index-1.js>");
  expect((await get("/t/k7m2xw9p", "navigate"))?.status).toBe(200);
  network = unreachable;
  const offline = await get("/t/k7m2xw9p", "navigate");
  expect(offline?.status).toBe(503);
  const words = await offline?.text();
  expect(words).toContain("No connection");
  expect(words).toContain("沒有連線");
});

test("a new build deletes the cached cards of the old one", async () => {
  const page = (build: number, part = "Start"): Response =>
    file(
      `<script type="module" crossorigin src="/static/assets/index-${build}.js"></script><link href="/static/assets/${part}-${build}.js">`,
    );
  network = (path) => (path.endsWith(".svg") ? file("old face") : page(1));
  await get("/", "navigate");
  await get("/static/cards/classic/r7.svg");
  network = (path) => (path.endsWith(".svg") ? file("new face") : page(1, "Table"));
  await get("/", "navigate");
  expect(await (await get("/static/cards/classic/r7.svg"))?.text()).toBe("old face");
  network = (path) => (path.endsWith(".svg") ? file("new face") : page(2));
  await get("/", "navigate");
  expect(await (await get("/static/cards/classic/r7.svg"))?.text()).toBe("new face");
});

test("a card that is older than a day is shown, and fetched for the next time", async () => {
  network = () => file("old face", new Date(Date.now() - 2 * 86_400_000));
  await get("/static/cards/classic/r7.svg");
  network = () => file("new face");
  expect(await (await get("/static/cards/classic/r7.svg"))?.text()).toBe("old face");
  expect(await (await get("/static/cards/classic/r7.svg"))?.text()).toBe("new face");
});

test("words come from the server while there is one", async () => {
  network = () => file("first");
  await get("/static/texts/en.json");
  network = () => file("second");
  expect(await (await get("/static/texts/en.json"))?.text()).toBe("second");
  network = unreachable;
  expect(await (await get("/static/texts/en.json"))?.text()).toBe("second");
});

test("caches of older workers are deleted, and no others", async () => {
  for (const name of ["huefall-files-0", "huefall-files-1", "another"]) storeOf(name);
  let done: Promise<unknown> = Promise.resolve();
  listeners.activate?.({ waitUntil: (promise: Promise<unknown>) => (done = promise) });
  await done;
  expect([...stores.keys()]).toEqual(["huefall-files-1", "another"]);
});
