// The real catalogues, so that tests find missing texts.

import { readFileSync } from "node:fs";
import type { Language } from "$/words/language.svelte";

export function readCatalogue(language: Language): Record<string, string> {
  return JSON.parse(readFileSync(`../src/huefall/texts/${language}.json`, "utf8")) as Record<string, string>;
}
