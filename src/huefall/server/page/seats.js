// Who sits where: the players of a match as they are looked at while it runs, and the people of the table with what can
// be done about them.

import { button, fill, find, make } from "./dom.js";
import { counted, level, text } from "./texts.js";

let swapping = null; // the first of two seats that the host lets change places

/** Return what somebody on a seat is called. */
export function seatName(seat, number) {
  if (seat?.kind === "person") return seat.name;
  return text(seat?.kind === "bot" ? "table.bot" : "table.player", { seat: number });
}

/** Draw the players of the match. */
export function drawSeats({ view, table, you, here, clock, said }, players) {
  const mark = (word) => make("span", { class: "mark" }, word);
  const one = (name, number) => {
    const seat = table.seats[number];
    const marks = [
      view.dealer === number && text("table.mark.dealer"),
      view.called.includes(number) && text("table.mark.called"),
      view.open.includes(number) && text("table.mark.open"),
      ...absences(seat, here[number]),
    ];
    const time =
      clock?.seat === number && make("progress", { class: "clock", max: clock.limit, "aria-hidden": "true" });
    return make(
      "li",
      { class: `seat${view.turn === number ? " asked" : ""}`, "aria-current": view.turn === number && "true" },
      make("span", { class: "who" }, you.seat === number ? text("page.me", { player: name }) : name),
      make("span", { class: "count" }, counted("page.cards", view.sizes[number])),
      make("span", { class: "score" }, counted("page.points", view.scores[number])),
      make("span", { class: "marks" }, ...marks.filter(Boolean).map(mark)),
      said.get(number) && make("span", { class: "said" }, text(`emote.${said.get(number)}`)),
      time,
    );
  };
  fill(find("seats"), ...players.map(one));
}

function absences(seat, isHere) {
  if (seat?.kind !== "person") return [];
  if (seat.left) return [text("page.left")];
  return [!isHere && text("page.away"), seat.stand_in && text("page.stand_in")];
}

/** Draw the people of the table, with buttons for what can be asked of the server. */
export function drawPeople(state, socket, sitDown) {
  const { table, you, here } = state;
  const idle = !["playing", "round_over"].includes(table.status);
  const again = () => drawPeople(state, socket, sitDown);
  const free = table.seats.map((_, number) => number).filter((number) => table.seats[number].kind === "empty");

  const swap = (number) => {
    if (!you.host) socket.say("swap", { a: you.seat, b: number });
    else if (swapping === null) swapping = number;
    else {
      if (swapping !== number) socket.say("swap", { a: swapping, b: number });
      swapping = null;
    }
    again();
  };
  const addBot = (seat, skill) => socket.say("add_bot", { seat, level: skill });

  const controls = (seat, number) => {
    const own = number === you.seat;
    const name = seatName(seat, number);
    const press = (word, action, properties = {}) =>
      button(text(word), action, { key: `${word} ${number}`, class: "small", ...properties });
    const isMuted = socket.muted.has(number);
    const mute = () => {
      socket.muted[isMuted ? "delete" : "add"](number);
      socket.say("mute", { seat: number, on: !isMuted });
      again();
    };
    const kick = () => confirm(text("page.kick.sure", { player: name })) && socket.say("kick", { seat: number });
    const leave = () => (idle || confirm(text("page.leave.sure"))) && socket.say("leave");
    const otherPerson = seat.kind === "person" && !own && !seat.left;
    const canSwap =
      idle && (you.host ? seat.kind !== "empty" || swapping !== null : you.seat !== null && seat.kind === "bot");
    return [
      idle && seat.kind === "empty" && press("page.sit_here", () => sitDown(number)),
      idle && you.host && seat.kind === "empty" && press("page.add_bot", () => addBot(number, "normal")),
      idle && you.host && seat.kind === "bot" && skills(state.levels, seat.level, number, addBot),
      idle && you.host && seat.kind === "bot" && press("page.remove", () => socket.say("remove_bot", { seat: number })),
      canSwap &&
        press(swapping === number ? "page.swap.with" : "page.swap", () => swap(number), {
          key: `swap ${number}`,
          "aria-pressed": you.host && String(swapping === number),
        }),
      otherPerson && press(isMuted ? "page.unmute" : "page.mute", mute, { key: `mute ${number}` }),
      otherPerson && you.host && press("page.hand_over", () => socket.say("hand_over", { seat: number })),
      otherPerson && you.host && press("page.kick", kick),
      own && !seat.left && press("page.leave", leave),
    ];
  };
  const person = (seat, number) => {
    const facts = [
      number === table.host && text("page.host"),
      seat.kind === "empty" && text("page.free"),
      seat.kind === "bot" && !(idle && you.host) && level(seat.level),
      ...absences(seat, here[number]),
    ];
    const name = seatName(seat, number);
    return make(
      "li",
      {},
      make("span", { class: "who" }, number === you.seat ? text("page.me", { player: name }) : name),
      ...facts.filter(Boolean).map((fact) => make("span", { class: "mark" }, fact)),
      make("span", { class: "controls" }, ...controls(seat, number)),
    );
  };
  const fillUp = () => free.forEach((number) => addBot(number, "normal"));
  fill(
    find("people"),
    make("ul", { class: "people" }, ...table.seats.map(person)),
    idle && you.host && free.length > 1 && button(text("page.fill"), fillUp, { key: "fill" }),
    make("p", { class: "faint" }, text("page.watchers", { amount: state.spectators })),
  );
}

/** Let the host choose how well a bot plays. */
function skills(levels, current, number, addBot) {
  const select = make("select", { "data-key": `level ${number}`, "aria-label": text("page.level") });
  for (const name of levels) select.append(new Option(level(name), name, false, name === current));
  select.addEventListener("change", () => addBot(number, select.value));
  return select;
}
