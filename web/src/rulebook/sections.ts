// The rule book of an edition: which rules, in which order, under which headings.

import type { Catalogue, EditionShown } from "$protocol";
import { words } from "$/words/language.svelte";
import { familiesOf, familyOf, OWN_FAMILIES } from "./inForce";

/** Families of rules by section; `rules.section.NAME` is its title. */
const SECTIONS: readonly (readonly [string, readonly string[]])[] = [
  ["cards", ["DECK", "POINTS"]],
  ["setup", ["SETUP", "FIRST"]],
  ["turn", ["PLAY", "PILE", "SKIP", "REV", "TWO", "D2", "WILD", "WD4", "CHAL"]],
  ["edition", ["BUZZ", "JUR", "BTS", "AVG"]],
  ["uno", ["UNO", "FOUL"]],
  ["end", ["END", "SCORE"]],
  ["house", ["STACK", "SHIELD", "CUT", "SAME", "SEVEN", "DRAW", "PEN"]],
  ["know", ["OPT", "VIEW"]],
];

/** Rules under one heading. */
export interface Section {
  name: string;
  rules: readonly string[];
}

/** The section of a rule. */
export const sectionOf = (rule: string): string =>
  SECTIONS.find(([, families]) => families.includes(familyOf(rule)))?.[0] ?? "know";

/** The rules of a family: those with a text. */
function rulesOfFamily(family: string): string[] {
  const found: string[] = [];
  for (let number = 1; ; number++) {
    const rule = `${family}-${String(number).padStart(2, "0")}`;
    if (!words.has(`rule.${rule}.title`)) return found;
    found.push(rule);
  }
}

/** The rule book of an edition: the rules of every deck, and those of its own cards. */
export function sectionsOf(edition: EditionShown): Section[] {
  const cited = new Set(edition.kinds.flatMap(({ rules }) => rules));
  const families = familiesOf(edition);
  const isThemed = OWN_FAMILIES.some((family) => families.has(family));
  const isWanted = (rule: string): boolean => {
    if (OWN_FAMILIES.includes(familyOf(rule))) return families.has(familyOf(rule));
    if (rule === "DECK-02") return isThemed;
    if (rule === "DECK-03") return edition.colors.includes("p");
    if (rule === "DECK-04") return edition.options.includes("footprints");
    if (rule === "FIRST-05") return cited.has(rule) || families.has("JUR");
    return true;
  };
  return SECTIONS.map(([name, members]) => ({
    name,
    rules: members.flatMap(rulesOfFamily).filter(isWanted),
  })).filter(({ rules }) => rules.length);
}

/** The options that change a rule. */
export const optionsBehind = (rule: string, catalogue: Catalogue, edition: EditionShown): string[] =>
  catalogue.options
    .filter(({ name, rules }) => rules.includes(rule) && edition.options.includes(name))
    .map(({ name }) => name);
