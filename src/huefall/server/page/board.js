// The board of a match: what is asked, the top card, and the points at the end.

import { cardFace, cardPaint, swatch } from "./cards.js";
import { button, fill, find, make } from "./dom.js";
import { showProgress } from "./start.js";
import { card, counted, direction, edition, join, text } from "./texts.js";

/** Say what is asked of whom, or how it ended. */
export function drawPrompt({ view, table, you }, nameOf) {
  let words = you.seat === null ? text("page.watching") : "";
  const mine = Boolean(view && !view.over && view.turn === you.seat);
  if (view && !view.over) {
    const phase = view.pending?.kind ?? (mine && view.drawn ? "drawn" : "turn");
    const asked = text(`phase.${phase}`, { player: nameOf(view.turn) });
    words = mine
      ? text("table.rule", { title: text("table.prompt"), value: asked })
      : text("table.waiting", { player: nameOf(view.turn) });
  } else if (view) {
    const winners = view.match_winners && join(view.match_winners.map(nameOf));
    words = text("table.round_void");
    if (view.winner !== null) words = text("table.round_over", { player: nameOf(view.winner) });
    if (winners) words = text("table.match_over", { players: winners });
  } else if (!you.host && you.seat !== null) words = text("page.wait_host");
  if (find("prompt").textContent !== words) find("prompt").textContent = words; // else it is read out again
  find("prompt").classList.toggle("mine", mine);
  document.title = `${mine ? `● ${text("table.prompt")} · ` : ""}${edition(table.setup.edition)} · Huefall`;
}

/** Draw the top card and what goes with it. */
export function drawCentre(view, nameOf) {
  const top = view.discard.at(-1);
  const line = (...words) => make("p", {}, ...words);
  const colored = (key, letter) =>
    line(
      ...text(key, { color: "\n" })
        .split("\n")
        .flatMap((part, index) => (index ? [swatch(letter), part] : [part])),
    );
  fill(
    find("centre"),
    make("div", { class: `top ${cardPaint(top)}` }, ...cardFace(top)),
    make(
      "div",
      { class: "about" },
      line(text("table.top", { card: card(top) })),
      view.color && !view.over && colored("table.color", view.color),
      view.boost && !view.over && colored("table.boost", view.boost),
      line(direction(view.direction)),
      line(counted("table.pile", view.pile_size)),
      Boolean(view.pending?.draw) && make("p", { class: "pending" }, counted("table.pending", view.pending.draw)),
      view.drawn && line(text("table.drawn", { card: card(view.drawn) })),
      view.shown &&
        line(text("table.shown", { player: nameOf(view.shown.seat), cards: join(view.shown.hand.map(card)) })),
    ),
  );
}

/** Draw what stands between two rounds, two matches, or before the first: points, links, and how to go on. */
export function drawResult({ view, table, you, preparing }, playerName, socket) {
  const isIdle = !["playing", "round_over"].includes(table.status);
  const seated = you.seat !== null && !table.seats[you.seat]?.left;
  const isFull = table.seats.every((seat) => seat.kind !== "empty");
  const start = table.status === "over" ? "page.rematch" : "page.start";
  const matchPath = `/api/tables/${table.code}/matches/${table.match}`;
  const progress = make("div", { class: "notice" });
  showProgress(progress, preparing);
  fill(
    find("result"),
    view?.over && scores(view, playerName),
    table.status === "over" &&
      make(
        "p",
        { class: "row" },
        make("a", { href: `${matchPath}/record`, target: "_blank" }, text("page.record")),
        make("a", { href: `${matchPath}/proof`, target: "_blank" }, text("page.proof")),
      ),
    progress,
    table.status === "round_over" &&
      seated &&
      button(text("page.next_round"), () => socket.say("next_round", { revision: socket.revision }), {
        key: "next",
        class: "main",
      }),
    table.status === "round_over" && make("p", { class: "faint", id: "soon" }),
    isIdle &&
      you.host &&
      preparing === null &&
      button(text(start), () => socket.say("start"), { key: "start", class: "main", disabled: !isFull }),
    isIdle && you.host && !isFull && make("p", { class: "faint" }, text("reason.seats_empty")),
    table.seats[you.seat]?.stand_in &&
      button(text("page.back"), () => socket.say("back"), { key: "back", class: "main" }),
  );
}

function scores(view, playerName) {
  const cell = (tag, words) => make(tag, {}, String(words));
  const rows = view.scores.map((total, seat) =>
    make("tr", {}, cell("th", playerName(seat)), cell("td", view.points[seat]), cell("td", total)),
  );
  const head = ["page.player", "page.round_points", "page.total"].map((key) => make("th", { scope: "col" }, text(key)));
  return make(
    "table",
    {},
    make("caption", {}, text("table.scores")),
    make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...rows),
  );
}
