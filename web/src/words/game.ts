// The words of the game, from its written forms: cards, colours, moves, events, refusals. The same keys as texts/*.py.

import type { EventShown, KindShown } from "$protocol";
import { counted, join, known, text, words, type Parameters } from "./language.svelte";

export type NameOf = (seat: number) => string;

const COLORS: Readonly<Record<string, string>> = { r: "red", y: "yellow", g: "green", b: "blue", p: "purple" };
const TURNS: Readonly<Record<number, string>> = { 1: "clockwise", [-1]: "counterclockwise" };

/** Events whose amount is not a number to tell but a choice of words. */
const WORD_BY_AMOUNT: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  challenge: { 1: "guilty", 0: "innocent" },
  vote: { 1: "approve", 0: "reject" },
  verdict: { 1: "approved", 0: "rejected" },
  reverse: TURNS,
  rotate: TURNS,
};

/** What a refusal's sentence may mention; `missing.*` stand in for what is not known. */
const PLACEHOLDERS = ["seat", "asked", "card", "color", "colors", "target", "top", "question", "text"];

let titles: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

/** Learn what the edition that is played calls its own cards. */
export function learnTitles(kinds: readonly KindShown[]): void {
  titles = Object.fromEntries(
    kinds.filter(({ title = {} }) => Object.keys(title).length).map(({ card, title = {} }) => [card, title]),
  );
}

export const isColor = (word: string): boolean => word in COLORS;
export const colorName = (letter: string): string => (isColor(letter) ? text(`color.${COLORS[letter]}`) : letter);
export const directionName = (way: number): string => text(`table.direction.${TURNS[way]}`);
export const editionName = (name: string): string => known(name, `edition.${name}`);
export const presetName = (name: string): string => known(name, `preset.${name}.title`);
export const levelName = (name: string): string => known(name, `bot.${name}.title`);
/** Say in a line how a level of bots plays; nothing where there are no words for it. */
export const levelText = (name: string): string => (words.has(`bot.${name}.text`) ? text(`bot.${name}.text`) : "");
export const optionName = (name: string): string => known(name, `option.${name}.title`);
export const ruleTitle = (rule: string): string => known(rule, `rule.${rule}.title`);
export const ruleText = (rule: string): string => text(`rule.${rule}.text`);

/** Return an option's value in words. */
export function optionValue(name: string, value: unknown): string {
  const word = value === true ? "on" : value === false ? "off" : String(value);
  return known(word, `option.${name}.${word}`);
}

/** Name a card from its written form; one of an edition of somebody's own is called what its file calls it. */
export function cardName(written: string): string {
  const plain = written.replace(/\*$/, "");
  const title = titles[written] ?? titles[plain];
  if (title) return title[words.language] ?? title.en ?? written;
  const isBlack = plain.startsWith("W");
  const letter = plain.slice(0, 1);
  const face = isBlack ? plain : plain.slice(1);
  if (!words.has(`card.${face}`) || (!isBlack && (!isColor(letter) || face.startsWith("W")))) return written;
  const name = text(`card.${face}`);
  const pattern = /^\d+$/.test(face) ? "card.numbered" : "card.colored";
  const whole = isBlack ? name : text(pattern, { color: colorName(letter), face: name });
  return plain === written ? whole : text("card.footprint", { card: whole });
}

/** Put a play into words: its cards, and what is laid, named, swapped and called with them. */
function playName(parts: readonly string[], nameOf: NameOf): string {
  const isBlack = (card: string): boolean => card.startsWith("W");
  const cards = parts.filter((word) => !isColor(word) && word !== "uno" && !word.startsWith(">"));
  const laid = isBlack(cards[0] ?? "") ? cards.filter((card) => !isBlack(card)) : [];
  const more = parts.flatMap((word) => {
    if (word.startsWith(">")) return [text("table.swap", { player: nameOf(Number(word.slice(1))) })];
    if (word === "uno") return [text("verb.uno")];
    return isColor(word) ? [text("move.name", { color: colorName(word) })] : [];
  });
  const played = join(cards.filter((card) => !laid.includes(card)).map(cardName));
  const move = [played, ...laid.map((card) => text("move.lay", { card: cardName(card) })), ...more];
  return text("move.play", { move: move.join(text("move.join")) });
}

/** Put a sentence of the notation, or the beginning of one, into words. */
export function moveName(sentence: string, nameOf: NameOf): string {
  const [verb = "", ...parts] = sentence.split(" ");
  const [word] = parts;
  if (word === undefined) return text(`verb.${verb}`);
  if (verb === "play") return playName(parts, nameOf);
  return text(`move.${verb}`, isColor(word) ? { color: colorName(word) } : { player: nameOf(Number(word)) });
}

/** Tell one event as a sentence. */
export function tell(event: EventShown, nameOf: NameOf): string {
  const kind = event.event;
  const amount = event.amount ?? 0;
  let variant: string | undefined = event.rule;
  if (kind === "ask") variant = event.question;
  else if (kind === "draw") variant = event.card ? "seen" : undefined;
  else if (kind in WORD_BY_AMOUNT) variant = WORD_BY_AMOUNT[kind]?.[amount];
  const key = `event.${kind}.${variant}`;
  return counted(words.has(key) ? key : `event.${kind}`, amount, {
    player: event.seat === undefined ? undefined : nameOf(event.seat),
    other: event.other === undefined ? undefined : nameOf(event.other),
    card: event.card && cardName(event.card),
    color: event.color && colorName(event.color),
  });
}

/** Say why something was refused: in the reader's language if there are words for it, else as the server put it. */
export function explain(fault: { reason: string; text?: string }, parameters: Parameters = {}): string {
  const missing = Object.fromEntries(PLACEHOLDERS.map((name) => [name, text(`missing.${name}`)]));
  const key = [`reason.${fault.reason}`, `refusal.${fault.reason}`].find((each) => words.has(each));
  return key
    ? text(key, { ...missing, ...(fault.text && { text: fault.text }), ...parameters })
    : (fault.text ?? fault.reason);
}
