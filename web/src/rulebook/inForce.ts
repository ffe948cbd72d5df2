// The rules that explain a card or an option at a table: filters the lists of the server.

import type { Catalogue, EditionShown } from "$protocol";
import { kindOf } from "./deck";

type Options = Readonly<Record<string, unknown>>;

/** An option, and the values under which a rule is in force. */
export interface Condition {
  option: string;
  values: readonly string[];
}

/** The letters before a rule's number: "UNO". */
export const familyOf = (rule: string): string => rule.slice(0, rule.lastIndexOf("-"));

/** Families of rules that belong to the cards of one edition. */
export const OWN_FAMILIES: readonly string[] = ["BUZZ", "JUR", "BTS", "AVG"];

/** The families of rules that belong to a deck's cards. */
export const familiesOf = ({ kinds }: Pick<EditionShown, "kinds">): ReadonlySet<string> =>
  new Set(kinds.flatMap(({ rules }) => rules).map(familyOf));

/** The options that decide whether a rule is in force, with their values; [] if it always is. */
function conditionsOf(rule: string, catalogue: Catalogue): Condition[] {
  return catalogue.options
    .map(({ name, rules_by_value: byValue }) => ({
      option: name,
      values: Object.keys(byValue).filter((value) => byValue[value]?.includes(rule)),
    }))
    .filter(({ values }) => values.length);
}

/** Whether a rule is in force at a table; missing options have their official values. */
export function isInForce(rule: string, options: Options, catalogue: Catalogue): boolean {
  const conditions = conditionsOf(rule, catalogue);
  return (
    !conditions.length ||
    conditions.some(({ option, values }) => {
      const usual = catalogue.options.find(({ name }) => name === option)?.default;
      return values.includes(String(options[option] ?? usual));
    })
  );
}

/** The rules that explain a card at a table, the most important first. */
export function rulesOfCard(card: string, edition: EditionShown, options: Options, catalogue: Catalogue): string[] {
  return (kindOf(edition, card)?.rules ?? []).filter((rule) => isInForce(rule, options, catalogue));
}

/** The rules of an option at a table: those in force, or all if none is. */
export function rulesOfOption(option: string, options: Options, catalogue: Catalogue): string[] {
  const rules = catalogue.options.find(({ name }) => name === option)?.rules ?? [];
  const held = rules.filter((rule) => isInForce(rule, options, catalogue));
  return held.length ? held : rules;
}

/** The options that bring a rule into force; [] for a rule that officially is in force. */
export const needsOf = (rule: string, catalogue: Catalogue): Condition[] =>
  isInForce(rule, {}, catalogue) ? [] : conditionsOf(rule, catalogue);
