// What people read, from the catalogues of huefall.texts; the same keys and the same ways as texts/*.py and
// terminal/speech.py have.

import { WORDS } from "./words.js";

const NATIVE = { en: "English", "zh-Hant": "繁體中文" };
const COLORS = { r: "red", y: "yellow", g: "green", b: "blue", p: "purple" };
const TURNS = { 1: "clockwise", "-1": "counterclockwise" };
/** Events whose amount is not a number to tell but a choice of words. */
const WORD_BY_AMOUNT = {
  challenge: { 1: "guilty", 0: "innocent" },
  vote: { 1: "approve", 0: "reject" },
  verdict: { 1: "approved", 0: "rejected" },
  reverse: TURNS,
  rotate: TURNS,
};
const MISSING = ["seat", "asked", "card", "color", "colors", "target", "top", "question", "text"];

let texts = new Map();

/** The languages there are, each with its own name. */
export const LANGUAGES = Object.entries(NATIVE);

/** Return the language a browser asks for. */
export function preferred() {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag) => tag === "en" || tag === "zh") === "zh" ? "zh-Hant" : "en";
}

/** Fetch a language's catalogue. */
export async function load(language) {
  const response = await fetch(`/static/texts/${language}.json`);
  texts = new Map(Object.entries({ ...WORDS[language], ...(await response.json()) }));
  document.documentElement.lang = language;
}

const has = (key) => texts.has(key);

/** Return a text with its placeholders filled in. */
export function text(key, parameters = {}) {
  return (texts.get(key) ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(parameters[name] ?? whole));
}

/** Return the text for an amount: the one under `key.one` for exactly one, where there is one. */
export function counted(key, amount, parameters = {}) {
  const singular = `${key}.one`;
  return text(amount === 1 && has(singular) ? singular : key, { amount, ...parameters });
}

/** Return the first of the keys that has a text, as words; else the word itself. */
const known = (word, ...keys) => text(keys.find(has) ?? word);

export const join = (words) => words.join(text("cards.join"));
export const color = (letter) => (letter in COLORS ? text(`color.${COLORS[letter]}`) : letter);
export const direction = (way) => text("table.direction", { direction: text(`table.direction.${TURNS[way]}`) });
export const edition = (name) => known(name, `edition.${name}`);
export const preset = (name) => known(name, `preset.${name}.title`);
export const level = (name) => known(name, `bot.${name}.title`);

/** Return an option and its value in words. */
export function option(name, value) {
  const word = value === true ? "on" : value === false ? "off" : String(value);
  const title = known(name, `option.${name}.title`);
  return text("table.rule", { title, value: known(word, `option.${name}.${word}`) });
}

/** Name a card from its written form; one of an edition of somebody's own keeps that form. */
export function card(written) {
  const plain = written.replace(/\*$/, "");
  const isBlack = plain.startsWith("W");
  const face = isBlack ? plain : plain.slice(1);
  if (!has(`card.${face}`) || (!isBlack && (!(plain[0] in COLORS) || face.startsWith("W")))) return written;
  const name = text(`card.${face}`);
  const pattern = /^\d+$/.test(face) ? "card.numbered" : "card.colored";
  const whole = isBlack ? name : text(pattern, { color: color(plain[0]), face: name });
  return plain === written ? whole : text("card.footprint", { card: whole });
}

/** Put what follows the verb of a sentence into words. */
export function wording(words, nameOf) {
  return join(
    words.map((word) => {
      if (/^\d+$/.test(word)) return nameOf(Number(word));
      if (word.startsWith(">")) return text("table.swap", { player: nameOf(Number(word.slice(1))) });
      if (word === "uno") return text("verb.uno");
      return word in COLORS ? color(word) : card(word);
    }),
  );
}

/** Put a sentence of the notation, or the beginning of one, into words. */
export function move(sentence, nameOf) {
  const [verb, ...words] = sentence.split(" ");
  return words.length ? `${text(`verb.${verb}`)} ${wording(words, nameOf)}` : text(`verb.${verb}`);
}

/** Tell one event as a sentence. */
export function tell(event, nameOf) {
  const kind = event.event;
  let variant = event.rule;
  if (kind === "ask") variant = event.question;
  else if (kind === "draw") variant = event.card ? "seen" : undefined;
  else if (kind in WORD_BY_AMOUNT) variant = WORD_BY_AMOUNT[kind][event.amount ?? 0];
  const key = `event.${kind}.${variant}`;
  return counted(has(key) ? key : `event.${kind}`, event.amount ?? 0, {
    player: event.seat === undefined ? undefined : nameOf(event.seat),
    other: event.other === undefined ? undefined : nameOf(event.other),
    card: event.card && card(event.card),
    color: event.color && color(event.color),
  });
}

/** Say why something was refused: in the reader's language if there are words for it, else as the server put it. */
export function explain(fault, parameters = {}) {
  const words = Object.fromEntries(MISSING.map((name) => [name, text(`missing.${name}`)]));
  const key = [`reason.${fault.reason}`, `refusal.${fault.reason}`].find(has);
  return key ? text(key, { ...words, ...parameters }) : fault.text;
}
