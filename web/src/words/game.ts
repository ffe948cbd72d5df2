// Cards, colours, moves, events and refusals in words. The same keys as in texts/*.py.

import type { EventShown, KindShown } from "$protocol";
import { isBlack, isColor, withoutFootprint } from "$/notation/card";
import { laidCards, parseMove, type Move } from "$/notation/move";
import { counted, isHan, join, known, text, words, type Parameters } from "./language.svelte";
import { titles, type Title } from "./titles.svelte";

export type NameOf = (seat: number) => string;

const COLORS: Readonly<Record<string, string>> = { r: "red", y: "yellow", g: "green", b: "blue", p: "purple" };
const TURNS: Readonly<Record<number, string>> = { 1: "clockwise", [-1]: "counterclockwise" };

/** Events whose amount selects a text instead of being mentioned in it. */
const WORD_BY_AMOUNT: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  challenge: { 1: "guilty", 0: "innocent" },
  vote: { 1: "approve", 0: "reject" },
  verdict: { 1: "approved", 0: "rejected" },
  reverse: TURNS,
  rotate: TURNS,
};

/** The placeholders of refusals; texts under `missing.*` replace unknown ones. */
const PLACEHOLDERS = ["seat", "asked", "card", "color", "colors", "target", "top", "question", "text"];

/** Use the names that an edition gives its own cards. */
export function learnTitles(kinds: readonly Pick<KindShown, "card" | "title">[]): void {
  titles.byCard = Object.fromEntries(
    kinds
      .filter(({ title = {} }) => Object.keys(title).length)
      .map(({ card, title = {} }) => [withoutFootprint(card), title]),
  );
}

/** A title in the reader's language, else in English, else in any; undefined if there is none. */
export const titleText = (title: Title | undefined): string | undefined =>
  title?.[words.language] || title?.en || Object.values(title ?? {})[0] || undefined;

export const colorName = (letter: string): string => (isColor(letter) ? text(`color.${COLORS[letter]}`) : letter);
export const directionName = (way: number): string => text(`table.direction.${TURNS[way]}`);
export const editionName = (name: string): string => known(name, `edition.${name}`);
export const presetName = (name: string): string => known(name, `preset.${name}.title`);
export const levelName = (name: string): string => known(name, `bot.${name}.title`);
/** How a level of bots plays, in a line; empty for unknown levels. */
export const levelText = (name: string): string => (words.has(`bot.${name}.text`) ? text(`bot.${name}.text`) : "");
export const optionName = (name: string): string => known(name, `option.${name}.title`);
export const ruleTitle = (rule: string): string => known(rule, `rule.${rule}.title`);
export const ruleText = (rule: string): string => text(`rule.${rule}.text`);

export function optionValue(name: string, value: unknown): string {
  const word = value === true ? "on" : value === false ? "off" : String(value);
  return known(word, `option.${name}.${word}`);
}

/** Whether the words of a value say all without the name of its option: "Single round", not "Target score: 0". */
export const isSelfExplanatory = (name: string, value: unknown): boolean =>
  typeof value === "number" && words.has(`option.${name}.${value}`);

/** What an edition file may write for a coloured card. */
const FACE = /^[0-9A-Z+-]{1,3}$/;

/** The usual name of a face or black card, without a colour: "Draw Two"; a face without one is named as it is written. */
export const faceName = (face: string): string => known(face, `card.${face}`);

/**
 * Name a card by its colour and the name of its face: "green Skip with footprint", "red 10". Names from an edition file
 * win. The same rules as in texts/cards.py; tests/texts/sentences.json is run against both.
 */
export const cardName = (written: string): string => titledName(written, titles.byCard[withoutFootprint(written)]);

/** Name a card whose face has a title of its own, or none. */
export function titledName(written: string, title: Title | undefined): string {
  const plain = withoutFootprint(written);
  const name = plainName(plain, titleText(title));
  if (name === null) return written;
  return plain === written ? name : text("card.footprint", { card: name });
}

/** Name a card without footprint; null if the text is no card. */
function plainName(card: string, title: string | undefined): string | null {
  if (isBlack(card)) return title ?? faceName(card);
  const [letter, face] = [card.slice(0, 1), card.slice(1)];
  if (!isColor(letter) || !FACE.test(face)) return null;
  // The catalogue's names with W belong to black cards; an edition may give a coloured card such a face.
  const name = title ?? (isBlack(face) ? face : faceName(face));
  // Digits and Latin words are set off from Chinese words by a space, Chinese words from one another are not.
  return text(isHan(name) ? "card.colored" : "card.numbered", { color: colorName(letter), face: name });
}

function playName(move: Move, nameOf: NameOf): string {
  const laid = laidCards(move);
  const parts = [
    join(move.cards.filter((card) => !laid.includes(card)).map(cardName)),
    ...laid.map((card) => text("move.lay", { card: cardName(card) })),
  ];
  if (move.color !== null) parts.push(text("move.name", { color: colorName(move.color) }));
  if (move.target !== null) parts.push(text("table.swap", { player: nameOf(move.target) }));
  if (move.uno) parts.push(text("verb.uno"));
  return text("move.play", { move: parts.join(text("move.join")) });
}

/** Put a sentence, or the beginning of one, into words: "Play Wild, name red". */
export function moveName(sentence: string, nameOf: NameOf): string {
  const move = parseMove(sentence);
  const { verb, color, target } = move;
  if (verb === "play" && move.cards.length) return playName(move, nameOf);
  if (color !== null) return text(`move.${verb}`, { color: colorName(color) });
  return target === null ? text(`verb.${verb}`) : text(`move.${verb}`, { player: nameOf(target) });
}

/** An event, or several cards that were drawn in a row. */
export type ToldEvent = EventShown & { cards?: readonly string[] };

/** Make one event of cards that a player is seen to draw in a row under one rule. The same as in texts/sentences.py. */
export function joinDraws(events: readonly EventShown[]): ToldEvent[] {
  const told: ToldEvent[] = [];
  for (const event of events) {
    const last = told.at(-1);
    const isSeen = event.event === "draw" && Boolean(event.card);
    if (isSeen && last?.event === "draw" && last.card && last.seat === event.seat && last.rule === event.rule)
      told[told.length - 1] = { ...last, cards: [...(last.cards ?? [last.card]), event.card ?? ""] };
    else told.push(event);
  }
  return told;
}

/** Describe an event, by the most specific text there is for it. */
export function tell(event: ToldEvent, nameOf: NameOf): string {
  const kind = event.event;
  if (event.cards && event.seat !== undefined) {
    const card = join(event.cards.map(cardName));
    return text("event.draw.several", { player: nameOf(event.seat), card, amount: event.cards.length });
  }
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

/** Explain a refusal in the language of the page; if it has no text for the reason, in the words of the server. */
export function explain(refusal: { reason: string; text?: string }, parameters: Parameters = {}): string {
  const missing = Object.fromEntries(PLACEHOLDERS.map((name) => [name, text(`missing.${name}`)]));
  const key = [`reason.${refusal.reason}`, `refusal.${refusal.reason}`].find((each) => words.has(each));
  return key
    ? text(key, { ...missing, ...(refusal.text && { text: refusal.text }), ...parameters })
    : (refusal.text ?? refusal.reason);
}
