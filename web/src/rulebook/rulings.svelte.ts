// The rulings: how we read printed rules that are silent or ambiguous. Loaded in the reader's language when needed.

import { loadJson } from "$/wire/embedded";
import { words, type Language } from "$/words/language.svelte";
import { familyOf, OWN_FAMILIES } from "./inForce";

export interface Quotation {
  /** The editions whose sheets have it. */
  sheets: readonly string[];
  /** As printed, in Chinese. */
  text: string;
  /** "" if the reader's language is that of the sheet. */
  translation: string;
}

export interface Ruling {
  /** "shields"; its anchor is #ruling-shields. */
  name: string;
  rules: readonly string[];
  quotations: readonly Quotation[];
  /** Options that give another reading: "stacking=off". */
  options: readonly string[];
  title: string;
  ruling: string;
  why: string;
  other: string;
}

class Rulings {
  #found = $state.raw<Partial<Record<Language, readonly Ruling[]>>>({});
  readonly #asked = new Map<Language, Promise<void>>();

  /** All rulings in the reader's language; [] until they are loaded. */
  get all(): readonly Ruling[] {
    return this.#found[words.language] ?? [];
  }

  /** Load them once. After a failure there are none, and the next call tries again. */
  fetch(): Promise<void> {
    const { language } = words;
    let asked = this.#asked.get(language);
    if (!asked) {
      asked = this.#ask(language).catch(() => void this.#asked.delete(language));
      this.#asked.set(language, asked);
    }
    return asked;
  }

  async #ask(language: Language): Promise<void> {
    const found = await loadJson<Ruling[]>(`/static/texts/rulings/${language}.json`);
    this.#found = { ...this.#found, [language]: found };
  }
}

export const rulings = new Rulings();

export const anchorOf = ({ name }: Pick<Ruling, "name">): string => `ruling-${name}`;

/** Whether a ruling has a meaning in a deck with these families of rules; null is any deck. */
export function concerns({ rules }: Ruling, families: ReadonlySet<string> | null): boolean {
  const own = rules.map(familyOf).filter((family) => OWN_FAMILIES.includes(family));
  return !families || !own.length || own.some((family) => families.has(family));
}

/** The rulings on some rules that have a meaning in a deck. */
export const rulingsOn = (rules: readonly string[], families: ReadonlySet<string> | null): Ruling[] =>
  rulings.all.filter((ruling) => ruling.rules.some((rule) => rules.includes(rule)) && concerns(ruling, families));
