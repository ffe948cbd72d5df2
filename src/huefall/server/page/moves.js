// The own hand and what can be said now: the sentences of `view.legal`, put on buttons. What is legal the server knows.

import { cardFace, cardPaint, paint } from "./cards.js";
import { button, fill, find, make } from "./dom.js";
import { move, text, wording } from "./texts.js";

const CLAIMS = ["uno", "catch"];
/** More ways than this to play a card are asked for word by word. */
const AT_ONCE = 10;

let begun = null; // the words of a play that is not complete yet: ["play", "W"]

/** Draw the hand, claims and answers. `play` is called with the sentence that was chosen. */
export function drawMoves(view, nameOf, play) {
  const region = find("moves");
  region.hidden = view.over || view.seat === null;
  const again = () => drawMoves(view, nameOf, play);
  const legal = view.legal ?? [];
  const verb = (sentence) => sentence.split(" ", 1)[0];
  const plays = legal.filter((sentence) => verb(sentence) === "play");
  const say = (sentence, properties = {}, label = move(sentence, nameOf)) =>
    button(label, () => play(sentence), { key: sentence, ...properties });

  const claims = legal.filter((sentence) => CLAIMS.includes(verb(sentence)));
  const answers = legal.filter((sentence) => verb(sentence) !== "play" && !claims.includes(sentence));
  const painted = (sentence) => {
    const letter = sentence.split(" ").find((word) => /^[rygbp]$/.test(word));
    return letter ? { class: paint(letter) } : {};
  };

  const options = begun && plays.filter((sentence) => `${sentence} `.startsWith(`${begun.join(" ")} `));
  if (!options?.length) begun = null;
  const begin = (words) => {
    begun = words;
    again();
    region.querySelector(".choose button")?.focus();
  };
  const chooser =
    begun &&
    make(
      "div",
      {
        class: "choose",
        role: "group",
        "aria-label": text("page.choose"),
        onkeydown: (event) => event.key === "Escape" && begin(null),
      },
      make("p", {}, `${move(begun.join(" "), nameOf)} …`),
      make(
        "div",
        { class: "row" },
        ...group(options, begun.length).map(([words, sentences]) => {
          const rest = (sentences.length === 1 ? sentences[0].split(" ") : words).slice(begun.length);
          const label = rest.length && rest[0] !== "uno" ? wording(rest, nameOf) : move(sentences[0], nameOf);
          if (sentences.length === 1) return say(sentences[0], painted(sentences[0]), label);
          return button(`${label} …`, () => begin(words), { key: words.join(" ") });
        }),
        button(text("page.cancel"), () => begin(null), { key: "cancel", class: "quiet" }),
      ),
    );

  const seen = {};
  const hand = (view.hands[view.seat] ?? []).map((card) => {
    const ways = plays.filter((sentence) => sentence.split(" ")[1] === card);
    seen[card] = (seen[card] ?? 0) + 1;
    const press = () => (ways.length === 1 ? play(ways[0]) : begin(["play", card]));
    const properties = { key: `${card} ${seen[card]}`, class: cardPaint(card), disabled: !ways.length };
    return make("li", {}, button(cardFace(card), press, properties));
  });

  // While a play is being completed the other answers make room for it; the claims never do.
  const said = chooser ? [] : answers.map((sentence) => say(sentence, painted(sentence)));
  fill(
    region,
    (!chooser || claims.length > 0) &&
      make("div", { class: "row answers" }, ...claims.map((sentence) => say(sentence, { class: "claim" })), ...said),
    chooser,
    hand.length > 0 &&
      make("ul", { class: `hand${plays.length ? " choosing" : ""}`, "aria-label": text("page.hand") }, ...hand),
  );
}

/** Group sentences by what they say up to the next word; few are left as they are. */
function group(sentences, length) {
  const groups = new Map();
  for (const sentence of sentences) {
    const words = sentences.length <= AT_ONCE ? sentence.split(" ") : sentence.split(" ").slice(0, length + 1);
    const key = words.join(" ");
    if (!groups.has(key)) groups.set(key, [words, []]);
    groups.get(key)[1].push(sentence);
  }
  return [...groups.values()];
}
