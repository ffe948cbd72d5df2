// The service worker: pictures and built files come from its caches, pages always from the server or, if it cannot be
// reached, from a page that says so. Nothing below /api or /ws is cached.

const VERSION = 1; // raised when the format of the caches changes
const FILES = `huefall-files-${VERSION}`; // named by a hash of their content: never change
const CARDS = `huefall-cards-${VERSION}`; // the same names after an upgrade: cached for a day and for one build
const WORDS = `huefall-words-${VERSION}`; // only used without a network
const KEPT = [FILES, CARDS, WORDS];

const DAY_MS = 86_400_000;
const MAX_FILES = 200; // of several builds: an open window may still need files of an older one
const BUILD = "/static/build"; // not a real address: stores the build that the cards belong to

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (isPage(url.pathname)) event.respondWith(page(event));
  } else if (url.pathname.startsWith("/static/assets/")) event.respondWith(fromHere(FILES, event));
  else if (/^\/static\/cards\/.+\.svg$/.test(url.pathname)) event.respondWith(fromHere(CARDS, event, DAY_MS));
  else if (url.pathname.startsWith("/static/")) event.respondWith(fromServer(WORDS, request));
});

// A notification calls back to a table (alerts/turnAlert.ts): show the window that is there, or open one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data));
});

async function openTable(path) {
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}

/** Whether an address is a page; an opened record or proof is not. */
const isPage = (path) => path === "/" || /^\/(t|rules|learn|me|device)(\/|$)/.test(path);

/** Delete the caches of older versions. */
async function tidy() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("huefall-") && !KEPT.includes(name)).map((name) => caches.delete(name)),
  );
}

/** Pages always come from the server: an old one would need files that are gone. */
async function page(event) {
  let response;
  try {
    response = await fetch(event.request);
  } catch {
    return offline();
  }
  if (response.ok) event.waitUntil(noteBuild(response.clone()));
  return response;
}

/** Delete the cards when the server has another build: they may look different. */
async function noteBuild(response) {
  const [, build = ""] = /<script type="module"[^>]* src="([^"]+)"/.exec(await response.text()) ?? [];
  const words = await caches.open(WORDS);
  const before = await (await words.match(BUILD))?.text();
  if (before === build) return;
  await words.put(BUILD, new Response(build));
  if (before !== undefined) await caches.delete(CARDS);
  const files = await caches.open(FILES);
  const old = (await files.keys()).slice(0, -MAX_FILES);
  await Promise.all(old.map((request) => files.delete(request)));
}

/** Answer from the cache. A missing file is fetched; an old one is used once more and fetched for the next time. */
async function fromHere(name, event, longest = Infinity) {
  const cache = await caches.open(name);
  const kept = await cache.match(event.request);
  const age = kept ? Date.now() - Date.parse(kept.headers.get("date") ?? "") : 0;
  if (kept && !(age > longest)) return kept;
  // The browser's HTTP cache may be as old: revalidate cards, but not files named by a hash.
  const fresh = fetch(event.request, longest < Infinity ? { cache: "no-cache" } : {}).then(async (response) => {
    if (response.ok) await cache.put(event.request, response.clone());
    return response;
  });
  if (!kept) return fresh;
  event.waitUntil(fresh.catch(() => undefined));
  return kept;
}

/** Answer from the server, or from the cache if it cannot be reached. */
async function fromServer(name, request) {
  const cache = await caches.open(name);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** The page without a network. It has both languages and shows the one that was chosen last. */
function offline() {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'",
  };
  return new Response(OFFLINE, { status: 503, headers });
}

const OFFLINE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Huefall</title>
<style>
  :root { color-scheme: dark; font-family: system-ui, "Noto Sans TC", "PingFang TC", "Microsoft JhengHei", sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; box-sizing: border-box;
    color: #fff9ec; background: radial-gradient(circle at 50% 30%, #1f5147, #0c211d); text-align: center; }
  main { max-width: 34em; line-height: 1.5; }
  svg { width: 96px; }
  h1 { font-size: 1.6rem; margin: 12px 0; }
  p { margin: 0 0 20px; color: #b9d3cb; }
  button { font: inherit; font-weight: 700; min-height: 52px; padding: 0 28px; border: 0; border-radius: 26px;
    background: #ffd75e; color: #1a1428; cursor: pointer; }
  button:focus-visible { outline: 4px solid #8fd3ff; outline-offset: 3px; }
</style>
</head>
<body>
<main>
  <svg viewBox="0 0 96 96" aria-hidden="true"><rect x="26" y="10" width="44" height="64" rx="8" fill="#2e2449" stroke="#fff9ec" stroke-width="3" transform="rotate(-8 48 48)"/><path d="M34 46a20 20 0 0 1 28 0M40 53a12 12 0 0 1 16 0M46 60h4M30 30l36 36" fill="none" stroke="#ffd75e" stroke-width="4" stroke-linecap="round"/></svg>
  <section lang="en">
    <h1>No connection</h1>
    <p>Huefall is played over the network, and its server cannot be reached. Your seat is kept; this page comes back by itself.</p>
    <button type="button">Try again</button>
  </section>
  <section lang="zh-Hant">
    <h1>沒有連線</h1>
    <p>Huefall 需要網路，目前連不上伺服器。你的座位會保留，恢復連線後會自動回到遊戲。</p>
    <button type="button">再試一次</button>
  </section>
</main>
<script>
  let language = null;
  try { language = JSON.parse(localStorage.getItem("huefall.language")); } catch { /* local storage is forbidden */ }
  language ??= /^zh/i.test(navigator.language) ? "zh-Hant" : "en";
  document.documentElement.lang = language;
  for (const each of document.querySelectorAll("section")) each.hidden = each.lang !== language;
  for (const each of document.querySelectorAll("button")) each.onclick = () => location.reload();
  addEventListener("online", () => location.reload());
  setInterval(() => fetch("/healthz", { cache: "no-store" }).then((answer) => answer.ok && location.reload(), () => {}), 5000);
</script>
</body>
</html>`;
