// The real catalogues, for tests: words that are missing there are missing for readers.

import { readFileSync } from "node:fs";
import type { Language } from "$/words/language.svelte";

export function readCatalogue(language: Language): Record<string, string> {
  return JSON.parse(readFileSync(`../src/huefall/texts/${language}.json`, "utf8")) as Record<string, string>;
}
