// What has happened, sentence by sentence, the newest first.

import { find, make } from "./dom.js";
import { tell, text } from "./texts.js";

/** Whose turn begins is told by the moves themselves; a line for each would drown the rest. */
const UNTOLD = ["turn"];
const MOST_LINES = 200;

let last = { words: null, count: 0, element: null };

/** Write a line; equal ones in a row are written once, with their number. */
export function write(words, rule = null) {
  const list = find("log");
  if (words === last.words) {
    last.count += 1;
    last.element.querySelector(".times").textContent = ` ×${last.count}`;
    return;
  }
  const title = rule && text(`rule.${rule}.title`);
  const why = rule && make("abbr", { title }, rule);
  const element = make("li", {}, words, make("span", { class: "times" }), why && " ", why);
  last = { words, count: 1, element };
  list.prepend(element);
  if (list.children.length > MOST_LINES) list.lastChild.remove();
}

/** Write what an update tells. */
export function writeUpdate(update, nameOf) {
  if (update.did?.by === "clock") write(text("page.time_up", { player: nameOf(update.did.seat) }));
  for (const event of update.events ?? []) {
    if (!UNTOLD.includes(event.event)) write(tell(event, nameOf), event.rule);
  }
}
