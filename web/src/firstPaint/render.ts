// Renders the first paint of pages during the build. The server sends it inside the page, so that something is visible
// before any script has run. Texts are placeholders, which the server fills in.

import type { Component } from "svelte";
import { render } from "svelte/server";
import Connecting from "$/room/Connecting.svelte";
import { words, type Language } from "$/words/language.svelte";

/** Pages with a first paint of their own, under the names that the server uses. */
const PAGES: Record<string, () => Promise<Component>> = {
  start: async () => {
    globalThis.location ??= new URL("http://page/") as unknown as Location;
    return (await import("$/routes/Start.svelte")).default;
  },
  table: () => Promise.resolve(Connecting),
};

/** Render every first paint in a language: its name → HTML with `[[key]]` for each text. */
export async function renderFirstPaints(language: Language, keys: readonly string[]): Promise<Record<string, string>> {
  words.take(language, Object.fromEntries(keys.map((key) => [key, `[[${key}]]`])));
  const rendered = Object.entries(PAGES).map(async ([name, load]) => {
    const { body } = render(await load());
    // Hydration needs the comments, but nothing is hydrated. The theme is that of the deck chosen last, see first.js.
    return [name, body.replace(/<!--.*?-->/gs, "").replace(/ data-theme="classic"/, "")];
  });
  return Object.fromEntries(await Promise.all(rendered)) as Record<string, string>;
}
