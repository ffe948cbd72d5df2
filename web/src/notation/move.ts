// Moves in notation (docs/notation.md): sentences such as "play WG b4 r uno", "draw", "catch 3". The page hands moves on as
// sentences, exactly as the server lists them; only this module takes them apart.

import { isBlack, isColor } from "./card";

/** A sentence, taken apart. Also the beginning of one: what a player has chosen so far of "play W g". */
export interface Move {
  /** "play" */
  verb: string;
  /** ["WG", "b4"] */
  cards: readonly string[];
  /** "r" */
  color: string | null;
  /** The seat to swap hands with, or to catch. */
  target: number | null;
  /** Whether a play calls UNO. The late call is the verb "uno". */
  uno: boolean;
}

const CALL = "uno";
const SWAP = ">";

export const moveOf = (verb: string, part: Partial<Move> = {}): Move => ({
  verb,
  cards: [],
  color: null,
  target: null,
  uno: false,
  ...part,
});

export function parseMove(sentence: string): Move {
  const [verb = "", ...words] = sentence.split(" ");
  if (verb === "catch") return moveOf(verb, { target: words[0] === undefined ? null : Number(words[0]) });
  const target = words.find((word) => word.startsWith(SWAP));
  return moveOf(verb, {
    cards: words.filter((word) => word !== CALL && word !== target && !isColor(word)),
    color: words.find(isColor) ?? null,
    target: target === undefined ? null : Number(target.slice(SWAP.length)),
    uno: words.includes(CALL),
  });
}

export function formatMove({ verb, cards, color, target, uno }: Move): string {
  const words = [verb, ...cards];
  if (color !== null) words.push(color);
  if (target !== null) words.push(verb === "catch" ? String(target) : `${SWAP}${target}`);
  if (uno) words.push(CALL);
  return words.join(" ");
}

export const isPlay = (sentence: string): boolean => parseMove(sentence).verb === "play";

/** Whether a sentence is a call or a catch. A cut is a claim as well, but is written like any play. */
export const isClaim = (sentence: string): boolean => ["uno", "catch"].includes(parseMove(sentence).verb);

/** Whether a sentence is a play that calls UNO. */
export const hasCall = (sentence: string): boolean => parseMove(sentence).uno;
export const withCall = (sentence: string): string => formatMove({ ...parseMove(sentence), uno: true });

/** Whether a sentence begins with these words: "play r7 uno" with "play r7" and with "play", but not with "play r". */
export const beginsWith = (sentence: string, words: string): boolean => `${sentence} `.startsWith(`${words} `);

/** The coloured cards laid with a black one (AVG-01): "b4" of "play WG b4 r". */
export const laidCards = ({ cards }: Move): string[] =>
  isBlack(cards[0] ?? "") ? cards.filter((card) => !isBlack(card)) : [];
