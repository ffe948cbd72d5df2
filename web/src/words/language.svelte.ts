// The language of the page, switched while it runs. The catalogues are those of the Python package; both read the same keys.

import { recall, remember } from "$/remembered/storage";
import { loadJson } from "$/wire/embedded";

const ASK_AGAIN = 1_500; // ms

export const LANGUAGES = { en: "English", "zh-Hant": "繁體中文" } as const;
export type Language = keyof typeof LANGUAGES;
export type Parameters = Record<string, string | number | null | undefined>;

/** Return the language a browser asks for. */
export function preferredLanguage(tags: readonly string[]): Language {
  const wanted = tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === "en" || tag === "zh");
  return wanted === "zh" ? "zh-Hant" : "en";
}

class Words {
  language = $state<Language>("en");
  #texts = $state.raw<Readonly<Record<string, string>>>({});

  /** Speak a language from now on; nothing changes before its words are here. */
  async speak(language: Language): Promise<void> {
    this.take(language, await loadJson<Record<string, string>>(`/static/texts/${language}.json`));
    remember("language", language);
  }

  /** Begin with the language chosen last, or the browser's: asked for until it is here, there is nothing to show before. */
  async begin(): Promise<void> {
    for (;;) {
      try {
        return await this.speak(firstLanguage());
      } catch {
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
      }
    }
  }

  take(language: Language, texts: Record<string, string>): void {
    this.#texts = texts;
    this.language = language;
    if (typeof document !== "undefined") document.documentElement.lang = language;
  }

  has(key: string): boolean {
    return key in this.#texts;
  }

  get(key: string): string {
    return this.#texts[key] ?? key;
  }
}

export const words = new Words();

/** The language to begin with: the one chosen last, or the browser's. */
export function firstLanguage(): Language {
  const chosen = recall<string | null>("language", null);
  return chosen !== null && chosen in LANGUAGES ? (chosen as Language) : preferredLanguage(navigator.languages);
}

const HAN = /\p{Script=Han}/u;
const LATIN = /[\p{Script=Latin}\d]/u;

/** The space between a Chinese word and what is filled in beside it: digits and Latin words are set off, Chinese ones are not. */
function spaceBeside(neighbour: string | undefined, edge: string | undefined, written: string): string {
  if (!HAN.test(neighbour ?? "") || !edge) return written;
  if (HAN.test(edge)) return "";
  return LATIN.test(edge) ? " " : written;
}

/** Return a text with its placeholders filled in. A name may be Chinese or not: as texts/catalogue.py does it. */
export function text(key: string, parameters: Parameters = {}): string {
  return words
    .get(key)
    .replace(/( ?)\{(\w+)\}( ?)/g, (whole, before: string, name: string, after: string, at: number, all: string) => {
      const value = parameters[name];
      if (value === undefined || value === null) return whole;
      const filled = String(value);
      const left = spaceBeside(all[at - 1], filled.at(0), before);
      return left + filled + spaceBeside(all[at + whole.length], filled.at(-1), after);
    });
}

/** Return the text for an amount: the one under `key.one` for exactly one, where there is one. */
export function counted(key: string, amount: number, parameters: Parameters = {}): string {
  const singular = `${key}.one`;
  return text(amount === 1 && words.has(singular) ? singular : key, { amount, ...parameters });
}

/** Return the text of the first key that has one, else the word itself. */
export function known(word: string, ...keys: string[]): string {
  return text(keys.find((key) => words.has(key)) ?? word);
}

export const join = (list: readonly string[]): string => list.join(text("cards.join"));
