// The rulings on the printed rules: what a sheet leaves open, and how it is settled. Fetched when somebody is about to read
// one, in the language that is spoken.

import { loadJson } from "$/wire/embedded";
import { words, type Language } from "$/words/language.svelte";
import { familyOf, OWN_FAMILIES } from "./inForce";

export interface Quotation {
  /** The editions whose sheets have it. */
  sheets: readonly string[];
  /** As printed, in Chinese. */
  text: string;
  /** "" for readers who need none. */
  translation: string;
}

export interface Ruling {
  /** Of its anchor: "shields" is at #ruling-shields. */
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

  /** All there are, in the language that is spoken; none until they are here. */
  get all(): readonly Ruling[] {
    return this.#found[words.language] ?? [];
  }

  /** Fetch them once. If they do not come there are none to show, and the next who wants to read asks again. */
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

/** Tell whether a ruling means something in a deck whose cards bring these families of rules; none: any deck. */
export function concerns({ rules }: Ruling, families: ReadonlySet<string> | null): boolean {
  const own = rules.map(familyOf).filter((family) => OWN_FAMILIES.includes(family));
  return !families || !own.length || own.some((family) => families.has(family));
}

/** List the rulings on any of some rules that mean something in a deck. */
export const rulingsOn = (rules: readonly string[], families: ReadonlySet<string> | null): Ruling[] =>
  rulings.all.filter((ruling) => ruling.rules.some((rule) => rules.includes(rule)) && concerns(ruling, families));
