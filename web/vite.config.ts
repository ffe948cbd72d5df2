import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { shells } from "./shells.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const base = "/static/";
const resolve = { alias: { $protocol: here("../docs/protocol/protocol.ts"), $: here("src") } };

/**
 * What is fetched together. Left alone, every module that two pages share would be a file of its own, and a dozen small
 * files cost a phone more than the few bytes of one that could have waited.
 */
const GROUPS = [
  // Needed by every page.
  {
    name: "base",
    test: /node_modules\/(?!@noble)|vite\/|src\/(words|wire|remembered|cards|parts|shell|styles)\/|src\/routes\/address|src\/rulebook\/((choice|deck|fault|inForce)\.ts|(Refusal|RuleChips)\.svelte)/,
  },
  // Pages before the table.
  {
    name: "front",
    test: /src\/start\/Topbar|src\/rulebook\/(EditionPick|SmallFan|OwnDeck|FileTrouble|editionFile|fans)/,
  },
  // Wherever there is a table: played at, watched, replayed.
  {
    name: "board",
    test: /src\/(board|sound|table|motion(?!\/moments\/[A-Zlo]))\/|src\/hints\/(HintButton|hinting)|src\/room\/lesson|src\/fairness\/shownCommitments/,
  },
];

export default defineConfig({
  plugins: [svelte(), shells(() => ({ plugins: [svelte()], resolve, base }))],
  base,
  resolve,
  build: {
    outDir: here("../src/huefall/server/page"),
    emptyOutDir: true,
    // The content policy forbids `data:` styles and scripts; small files are files as well.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // Which files a page is made of: the server names them in its head.
    manifest: "chunks.json",
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/static/texts": "http://127.0.0.1:8000",
      "/static/cards": "http://127.0.0.1:8000",
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
});
