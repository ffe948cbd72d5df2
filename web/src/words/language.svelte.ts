// The language of the page, which can change at any time. The catalogues are those of the Python package.

import { recall, remember } from "$/remembered/storage";
import { loadJson } from "$/wire/embedded";

const RETRY_MS = 1_500;

export const LANGUAGES = { en: "English", "zh-Hant": "繁體中文" } as const;
export type Language = keyof typeof LANGUAGES;
export type Parameters = Record<string, string | number | null | undefined>;

/** Return the language for a browser's list of preferred languages. */
export function preferredLanguage(tags: readonly string[]): Language {
  const wanted = tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === "en" || tag === "zh");
  return wanted === "zh" ? "zh-Hant" : "en";
}

class Words {
  language = $state<Language>("en");
  #texts = $state.raw<Readonly<Record<string, string>>>({});

  /** Switch to a language once its texts are loaded, and remember it. */
  async speak(language: Language): Promise<void> {
    this.take(language, await loadJson<Record<string, string>>(`/static/texts/${language}.json`));
    remember("language", language);
  }

  /** Load the first language; retries until it succeeds, because the page can show nothing without texts. */
  async begin(): Promise<void> {
    for (;;) {
      try {
        return await this.speak(firstLanguage());
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
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

/** The language chosen last, or the browser's. */
function firstLanguage(): Language {
  const chosen = recall<string | null>("language", null);
  return chosen !== null && chosen in LANGUAGES ? (chosen as Language) : preferredLanguage(navigator.languages);
}

const HAN = /\p{Script=Han}/u;
const LATIN = /[\p{Script=Latin}\d]/u;

/** Whether a text begins with a Chinese character. */
export const isHan = (word: string): boolean => HAN.test(word.charAt(0));

/** The space between a Chinese character and an inserted text: before digits and Latin letters, not before Chinese ones. */
function spaceNextTo(neighbour: string | undefined, edge: string | undefined, written: string): string {
  if (!HAN.test(neighbour ?? "") || !edge) return written;
  if (HAN.test(edge)) return "";
  return LATIN.test(edge) ? " " : written;
}

/** Whether a placeholder is inside a sentence: neither its first word nor the value of a label ("Dealer: {player}"). */
const isInside = (before: string, after: string): boolean =>
  before !== "" && !/[.!?]$/.test(before) && !(before.endsWith(":") && after === "");

/** A player who is called "You" is "you" inside a sentence. */
const pronounIn = (value: string, before: string, after: string): string =>
  value === words.get("table.you") && isInside(before, after) ? words.get("table.you.inside") : value;

/** Return a text with its placeholders filled in, with the same spacing and pronouns as texts/catalogue.py. */
export function text(key: string, parameters: Parameters = {}): string {
  return words
    .get(key)
    .replace(/( ?)\{(\w+)\}( ?)/g, (whole, before: string, name: string, after: string, at: number, all: string) => {
      const value = parameters[name];
      if (value === undefined || value === null) return whole;
      const filled = pronounIn(String(value), all.slice(0, at), all.slice(at + whole.length));
      const left = spaceNextTo(all[at - 1], filled.at(0), before);
      return left + filled + spaceNextTo(all[at + whole.length], filled.at(-1), after);
    });
}

/** Return the text for an amount: the one under `key.one` for exactly 1, if it exists. */
export function counted(key: string, amount: number, parameters: Parameters = {}): string {
  const singular = `${key}.one`;
  return text(amount === 1 && words.has(singular) ? singular : key, { amount, ...parameters });
}

/** Return the text of the first key that exists, else the word itself. */
export function known(word: string, ...keys: string[]): string {
  return text(keys.find((key) => words.has(key)) ?? word);
}

export const join = (list: readonly string[]): string => list.join(text("cards.join"));
