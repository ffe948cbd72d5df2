// A table: what the server says becomes what is shown, what is pressed becomes a command.

import { drawCentre, drawPrompt, drawResult } from "./board.js";
import { button, fill, find, make, show } from "./dom.js";
import { drawFacts } from "./facts.js";
import { askPatiently, beGuest, forgetToken, guestName, guestToken } from "./guest.js";
import { write, writeUpdate } from "./log.js";
import { drawMoves } from "./moves.js";
import { drawPeople, drawSeats, seatName } from "./seats.js";
import { TableSocket } from "./socket.js";
import { card, color, explain, move, text } from "./texts.js";

const SILENCE = 1_000; // ms without an answer before it is said
const TICK = 200;
const SAID_FOR = 5_000;
const TWICE = 300; // ms in which a second click is one too many: what is under the pointer has changed

const state = {
  levels: [], // of bots
  emotes: [],
  table: null,
  you: { guest: null, name: null, seat: null, host: false },
  view: null,
  here: [],
  spectators: 0,
  clock: null, // with `until`, a time of this browser's
  players: [], // names of the match's seats, as they were while it ran
  said: new Map(), // seat → the emote it shows
  preparing: null,
  trouble: null, // why the server turned this client away for now
  sent: null, // the id of the move that waits for its answer
  sentAt: 0,
};
let socket;

/** Go to a table and stay there. */
export async function openTable(code) {
  const { levels, emotes } = await askPatiently("/api/catalogue");
  Object.assign(state, { levels, emotes });
  find("table").hidden = false;
  socket = new TableSocket(code, guestToken(), hear);
  const ticking = setInterval(tick, TICK);
  state.stop = () => clearInterval(ticking);
}

const isRunning = () => ["playing", "round_over"].includes(state.table.status);
const nameOf = (seat) => (seat === state.view?.seat && seat !== null ? text("table.you") : playerName(seat));
const playerName = (seat) => state.players[seat] ?? seatName(state.table?.seats[seat], seat);

function hear(message) {
  const answer = { welcome, update, refused, presence, emoted, preparing, bye, gone }[message.type];
  if (message.id && message.id === state.sent) state.sent = null;
  answer?.(message);
}

// What the server says

function welcome(message) {
  const { you, table, view, clock, here, spectators } = message;
  Object.assign(state, { you, here, spectators, trouble: null, preparing: null });
  takeTable(table, view);
  takeClock(clock);
  if (!message.complete && message.missed.length) write(text("page.gap"));
  for (const missed of message.missed) writeUpdate(missed, nameOf);
  drawAll();
}

function update(message) {
  const wasOver = state.view?.over;
  if (message.you) state.you = message.you;
  if (message.what === "dealt") state.preparing = null;
  takeTable(message.table ?? state.table, message.view ?? null);
  takeClock(message.clock);
  writeUpdate(message, nameOf);
  if (message.table || message.you) drawAll();
  else drawPlay();
  if (state.view?.over && !wasOver) find("result").scrollIntoView({ block: "nearest" });
  show(find("problem"), null);
}

function takeTable(table, view) {
  Object.assign(state, { table, view });
  // Those who left are gone from the table when the match is over, and seats may change: its result keeps its names.
  if (isRunning() || state.players.length !== view?.sizes.length) state.players = table.seats.map(seatName);
}

function takeClock(clock) {
  state.clock = clock ? { ...clock, until: performance.now() + clock.left } : null;
}

function refused(fault) {
  if (fault.reason === "no_such_guest") forgetToken();
  if (fault.id === null && fault.reason !== "too_fast") {
    state.trouble = explain(fault); // what follows is the end of the connection
    return;
  }
  const { view } = state;
  const known = view && {
    color: view.color && color(view.color),
    top: card(view.discard.at(-1)),
    asked: nameOf(view.turn),
  };
  const first = fault.first && `${nameOf(fault.first.seat)}: ${move(fault.first.move, nameOf)}`;
  show(find("problem"), [explain(fault, known ?? {}), first].filter(Boolean).join(" "));
  if (state.table) drawPlay();
}

function presence({ here, spectators }) {
  Object.assign(state, { here, spectators });
  drawPeople(state, socket, sitDown);
  if (state.view) drawSeats(state, state.players);
}

function emoted({ seat, emote }) {
  state.said.set(seat, emote);
  write(text("page.said", { player: nameOf(seat), emote: text(`emote.${emote}`) }));
  if (state.view) drawSeats(state, state.players);
  setTimeout(() => {
    state.said.delete(seat);
    if (state.view) drawSeats(state, state.players);
  }, SAID_FOR);
}

function preparing({ progress }) {
  state.preparing = progress;
  drawResult(state, playerName, socket);
}

function bye(message) {
  state.trouble = message.again ? null : explain(message);
}

function gone() {
  state.stop();
  show(find("banner"), text("page.gone", { reason: state.trouble ?? "" }));
  find("banner").append(" ", make("a", { href: "/" }, text("page.home")));
  find("table").hidden = true; // nothing on it can be pressed any more
}

// What is pressed

function play(sentence) {
  if (state.sent !== null || performance.now() - state.sentAt < TWICE) return;
  state.sent = socket.say("move", { revision: socket.revision, move: sentence });
  state.sentAt = performance.now();
}

async function sitDown(seat, name = guestName() || text("page.guest")) {
  try {
    if (await beGuest(name)) socket.restart(guestToken()); // the table takes the name with the connection
    socket.say("sit", seat === null ? {} : { seat });
  } catch (error) {
    show(find("problem"), explain(error));
  }
}

// What is shown

function drawAll() {
  find("table").classList.toggle("waiting", !state.view);
  find("panel").open = find("panel").dataset.running === String(isRunning()) ? find("panel").open : !isRunning();
  find("panel").dataset.running = isRunning();
  drawJoin();
  drawPeople(state, socket, sitDown);
  drawFacts(state.table);
  drawEmotes();
  drawPlay();
}

function drawPlay() {
  drawPrompt(state, nameOf);
  drawResult(state, playerName, socket);
  if (!state.view) return;
  drawSeats(state, state.players);
  drawCentre(state.view, nameOf);
  drawMoves(state.view, nameOf, play);
  tick();
}

function drawJoin() {
  const { table, you } = state;
  const canSit = you.seat === null && !isRunning() && table.seats.some((seat) => seat.kind === "empty");
  if (!canSit || find("join").contains(document.activeElement)) {
    if (!canSit) fill(find("join"));
    return;
  }
  const name = make("input", {
    maxlength: 24,
    value: guestName(),
    placeholder: text("page.guest"),
    autocomplete: "nickname",
  });
  const sit = (event) => {
    event.preventDefault();
    sitDown(null, name.value.trim() || text("page.guest"));
  };
  const label = make("label", {}, make("span", {}, text("page.name")), name);
  fill(
    find("join"),
    make("form", { class: "box", onsubmit: sit }, label, make("button", { class: "main" }, text("page.sit"))),
  );
}

function drawEmotes() {
  find("emotes").hidden = state.you.seat === null;
  if (find("emotes").children.length) return;
  const buttons = state.emotes.map((emote) =>
    button(text(`emote.${emote}`), () => socket.say("emote", { emote }), { key: emote, class: "small" }),
  );
  fill(find("emotes"), make("h2", {}, text("page.emotes")), make("div", { class: "row" }, ...buttons));
}

/** Let time pass: clocks, and whether the server still answers. */
function tick() {
  const silent = socket.silence() > SILENCE;
  const words = silent ? (state.trouble ?? text("page.lost")) : null;
  if (find("banner").textContent !== (words ?? "")) show(find("banner"), words);
  const left = Math.max(0, (state.clock?.until ?? 0) - performance.now());
  const bar = document.querySelector("progress.clock");
  if (bar) bar.value = left;
  const soon = find("soon");
  if (soon) soon.textContent = state.clock ? text("page.next_round.soon", { amount: Math.ceil(left / 1000) }) : "";
}
