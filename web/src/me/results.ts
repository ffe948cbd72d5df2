// A finished match in words.

import type { MyFinishedMatch } from "$protocol";
import { editionTitle } from "$/rulebook/deck";
import { counted, text, words } from "$/words/language.svelte";
import { othersWords } from "./players";

/** One past match of the list. */
export interface ResultLine {
  /** Unique in the list: "k7m2xw9p/1". */
  key: string;
  theme: string;
  title: string;
  isWon: boolean;
  /** "Won", "Place 2 of 4", "Lost". */
  result: string;
  /** "147 points". */
  points: string;
  others: string;
  ended: string;
  /** For programs: ISO 8601. */
  endedAt: string;
  /** Addresses of this page; null if there is none. */
  replay: string | null;
  review: string | null;
  /** The accuracy of a finished review. */
  accuracy: number | null;
  /** Whether it was played on from a step of another match. */
  isContinued: boolean;
}

export function resultLine(match: MyFinishedMatch): ResultLine {
  const page = `/t/${match.table}/match/${match.match}`;
  const others = othersWords(match.players, match.seat);
  return {
    key: `${match.table}/${match.match}`,
    theme: match.theme,
    title: editionTitle({ name: match.edition, title: match.title }),
    isWon: match.winners.includes(match.seat),
    result: resultWords(match),
    points: counted("page.points", match.scores[match.seat] ?? 0),
    others: others && text("me.with", { players: others }),
    ended: dateWords(match.ended),
    endedAt: match.ended,
    replay: match.replay === null ? null : page,
    review: match.review === null ? null : `${page}/review`,
    accuracy: match.reviewed?.accuracy ?? null,
    isContinued: match.origin !== null,
  };
}

/** The day and time in the reader's language and time zone. */
export const dateWords = (written: string): string =>
  new Date(written).toLocaleString(words.language, { dateStyle: "medium", timeStyle: "short" });

/** The day alone. */
export const dayWords = (written: string): string =>
  new Date(written).toLocaleDateString(words.language, { dateStyle: "medium" });

function resultWords(match: MyFinishedMatch): string {
  if (match.winners.includes(match.seat)) return text(match.winners.length > 1 ? "me.won.shared" : "me.won");
  const place = placeOf(match);
  return place === null ? text("me.lost") : text("me.place", { place, players: match.players.length });
}

/**
 * The place of the guest by score, for who did not win; null if the scores rank nobody behind the winners. Whether
 * many points are good depends on the rules of the match: they are if the winner has the most.
 */
export function placeOf({ scores, winners, seat }: MyFinishedMatch): number | null {
  const losers = scores.filter((_, number) => !winners.includes(number));
  const own = scores[seat];
  const best = scores[winners[0] ?? -1];
  if (own === undefined || best === undefined || new Set(losers).size < 2) return null;
  const isMoreBetter = best >= Math.max(...losers);
  const ahead = losers.filter((score) => (isMoreBetter ? score > own : score < own)).length;
  return winners.length + ahead + 1;
}
