// The first page: play at once, set up a table, or find one.

import { choice, fill, find, make, show } from "./dom.js";
import { ask, askAs, askPatiently, guestName, recall, remember } from "./guest.js";
import { counted, edition, explain, join, level, preset, text } from "./texts.js";

const LOBBY_EVERY = 5_000; // ms
const ENGINE_EVERY = 1_000;
const MOST_SEATS = 10;
const SECONDS = [0, 20, 45, 90, 180];

/** Show the first page. */
export async function openStart() {
  find("start").hidden = false;
  find("name").value = guestName();
  find("name").placeholder = text("page.guest");
  watchEngine();
  watchLobby();
  const catalogue = await askPatiently("/api/catalogue");
  const editions = catalogue.editions.map(({ name }) => [name, edition(name)]);
  const presets = Object.keys(catalogue.presets).map((name) => [name, preset(name)]);
  const numbers = (least, most) =>
    Array.from({ length: most - least + 1 }, (_, index) => [least + index, least + index]);
  const seconds = SECONDS.map((n) => [n, text(`page.seconds.${n ? "some" : "none"}`, { amount: n })]);
  const publicity = ["false", "true"].map((word) => [word, text(`page.public.${word}`)]);

  offer("play", find("play-fields"), find("play-problem"), {
    fields: {
      edition: [text("page.edition"), editions, "classic"],
      bots: [text("page.bots"), numbers(1, MOST_SEATS - 1), 3],
      level: [text("page.level"), catalogue.levels.map((name) => [name, level(name)]), "normal"],
    },
    path: "/api/play",
    body: ({ edition: name, bots, level: skill }) => ({ edition: name, seats: Number(bots) + 1, level: skill }),
  });
  offer("new-form", find("new-fields"), find("new-problem"), {
    fields: {
      edition: [text("page.edition"), editions, "classic"],
      preset: [text("page.preset"), presets, "official"],
      seats: [text("page.seats"), numbers(2, MOST_SEATS), 4],
      seconds: [text("page.seconds"), seconds, 45],
      public: [text("page.public"), publicity, "false"],
    },
    path: "/api/tables",
    body: ({ seconds: limit, seats, public: listed, ...others }) => ({
      setup: { ...others, seats: Number(seats), move_seconds: Number(limit), public: listed === "true" },
    }),
  });
}

/** Fill a form with choices, those of the last time first, and let it lead to a table. */
function offer(id, place, problem, { fields, path, body }) {
  const form = find(id);
  const last = recall(`huefall.${id}`, {});
  fill(
    place,
    ...Object.entries(fields).map(([name, [label, choices, usual]]) => {
      const isStill = choices.some(([word]) => String(word) === last[name]);
      return choice(label, name, choices, isStill ? last[name] : usual);
    }),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(new FormData(form));
    remember(`huefall.${id}`, chosen);
    const pressed = form.querySelector("button.main");
    pressed.disabled = true;
    show(problem, null);
    try {
      const made = await askAs(find("name").value.trim() || text("page.guest"), "POST", path, body(chosen));
      location.assign(`/t/${made.code}`);
    } catch (error) {
      show(problem, explain(error));
    }
    pressed.disabled = false;
  });
}

/** Show how far the compilation of the rules is, until it is done. */
async function watchEngine() {
  const { engine } = await ask("GET", "/healthz").catch(() => ({ engine: { ready: true } }));
  showProgress(find("engine"), engine.ready ? null : engine.progress);
  if (!engine.ready) setTimeout(watchEngine, ENGINE_EVERY);
}

/** Show progress from 0 to 1, or nothing. */
export function showProgress(place, progress) {
  place.hidden = progress === null;
  if (progress === null) return;
  const words = text("page.preparing", { percent: Math.round(progress * 100) });
  place.replaceChildren(make("label", {}, words, make("progress", { value: progress, max: 1 })));
}

async function watchLobby() {
  if (!document.hidden) {
    const tables = await ask("GET", "/api/tables").then(
      (lobby) => lobby.tables,
      () => [],
    );
    fill(find("lobby"), ...(tables.length ? tables.map(row) : [make("li", {}, text("page.lobby.empty"))]));
  }
  setTimeout(watchLobby, LOBBY_EVERY);
}

function row(table) {
  const facts = [
    preset(table.preset),
    text(`page.status.${table.status}`),
    counted("page.lobby.free", table.free, { seats: table.seats }),
    table.persons.length ? text("page.lobby.people", { names: join(table.persons) }) : null,
    text("page.watchers", { amount: table.spectators }),
  ];
  const link = make("a", { href: `/t/${table.code}`, "data-key": table.code }, edition(table.edition));
  return make("li", {}, link, " · ", facts.filter(Boolean).join(" · "));
}
