// Cards and colours to look at. A colour never stands alone: a shape and a name go with it (page.css has the shapes).

import { make } from "./dom.js";
import { card, color } from "./texts.js";

const SIGNS = { S: "⊘", R: "⇄", "W+4": "+4", W: "✦", WH: "»", WE: "!", WD: "♪", WG: "∞" };

/** Return the classes of a colour's letter, or of a black card. */
export const paint = (letter) => `paint ${/^[rygbp]$/.test(letter) ? `c-${letter}` : "c-black"}`;

/** Make the inside of a card: its sign, and its name for everybody. */
export function cardFace(written) {
  const plain = written.replace(/\*$/, "");
  const face = plain.startsWith("W") ? plain : plain.slice(1);
  const sign = (SIGNS[face] ?? face) + (plain === written ? "" : "*");
  return [
    make("span", { class: "sign", "aria-hidden": "true" }, sign),
    make("span", { class: "title" }, card(written)),
  ];
}

/** Return the classes of a card. */
export const cardPaint = (written) => `card ${paint(written.startsWith("W") ? "" : written[0])}`;

/** Make a small field of a colour, with its name. */
export const swatch = (letter) => make("span", { class: `swatch ${paint(letter)}` }, color(letter));
