// The first look of a page, made while it is built: what the server sends within the page, so that there is something to
// see before any script is. The words are left open, for the server to fill in.

import type { Component } from "svelte";
import { render } from "svelte/server";
import Coming from "$/room/Coming.svelte";
import { words, type Language } from "$/words/language.svelte";

/** Pages that have a first look of their own, by the names the server has for them. */
const SHELLS: Record<string, () => Promise<Component>> = {
  start: async () => {
    globalThis.location ??= new URL("http://page/") as unknown as Location;
    return (await import("$/routes/Start.svelte")).default;
  },
  table: () => Promise.resolve(Coming),
};

/** Draw every first look in a language: its name → HTML with `[[key]]` for each text. */
export async function renderShells(language: Language, keys: readonly string[]): Promise<Record<string, string>> {
  words.take(language, Object.fromEntries(keys.map((key) => [key, `[[${key}]]`])));
  const drawn = Object.entries(SHELLS).map(async ([name, load]) => {
    const { body } = render(await load());
    // The comments are for taking the page over, which nobody does; the felt is that of the deck chosen last, see first.js.
    return [name, body.replace(/<!--.*?-->/gs, "").replace(/ data-theme="classic"/, "")];
  });
  return Object.fromEntries(await Promise.all(drawn)) as Record<string, string>;
}
