// Which rules explain a card or an option, as the table plays. A sieve over the server's lists, not a judgement.

import type { Catalogue, EditionShown } from "$protocol";
import { kindOf } from "./deck";

type Options = Readonly<Record<string, unknown>>;

/** An option, and the values with which a rule holds. */
export interface Condition {
  option: string;
  values: readonly string[];
}

/** Return the letters before a rule's number. */
export const familyOf = (rule: string): string => rule.slice(0, rule.lastIndexOf("-"));

/** Families of rules that come with the cards of one edition. */
export const OWN_FAMILIES: readonly string[] = ["BUZZ", "JUR", "BTS", "AVG"];

/** Return the families of rules that a deck's cards bring with them. */
export const familiesOf = ({ kinds }: Pick<EditionShown, "kinds">): ReadonlySet<string> =>
  new Set(kinds.flatMap(({ rules }) => rules).map(familyOf));

/** List the options that decide whether a rule holds, with the values with which it does. None: it always holds. */
export function conditionsOf(rule: string, catalogue: Catalogue): Condition[] {
  return catalogue.options
    .map(({ name, rules_by_value: byValue }) => ({
      option: name,
      values: Object.keys(byValue).filter((value) => byValue[value]?.includes(rule)),
    }))
    .filter(({ values }) => values.length);
}

/** Tell whether a rule holds at a table; options that are not named are as they officially are. */
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

/** List the rules that explain a card at a table, the most telling first. */
export function rulesOfCard(card: string, edition: EditionShown, options: Options, catalogue: Catalogue): string[] {
  return (kindOf(edition, card)?.rules ?? []).filter((rule) => isInForce(rule, options, catalogue));
}

/** List the rules behind an option as a table has it: those that hold, or all of them where none does. */
export function rulesOfOption(option: string, options: Options, catalogue: Catalogue): string[] {
  const rules = catalogue.options.find(({ name }) => name === option)?.rules ?? [];
  const held = rules.filter((rule) => isInForce(rule, options, catalogue));
  return held.length ? held : rules;
}

/** Return what options must be for a rule to hold; nothing for a rule that holds officially. */
export const needsOf = (rule: string, catalogue: Catalogue): Condition[] =>
  isInForce(rule, {}, catalogue) ? [] : conditionsOf(rule, catalogue);
