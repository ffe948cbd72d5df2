import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { reviewTemplate } from "./reviewTemplate.ts";
import { firstPaint } from "./firstPaint.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const base = "/static/";
const SERVER = "http://127.0.0.1:8000"; // where `huefall serve` listens by default
const resolve = { alias: { $protocol: here("../docs/protocol/protocol.ts"), $: here("src") } };

/** During development the server has the texts and cards; the files of `public` are in Vite's root. */
const publicFile = ({ url = "" }: { url?: string | undefined }): string | undefined =>
  /^\/static\/(texts|cards)\//.test(url) ? undefined : url.replace("/static", "");

/**
 * Modules that are fetched together, as one chunk each. By default every module that two pages share would be a file of
 * its own, and a dozen small files cost a phone more than a few bytes that could have been loaded later.
 */
const GROUPS = [
  // Needed by every page.
  {
    name: "base",
    test: /node_modules\/(?!@noble)|vite\/|src\/(words|notation|wire|remembered|cards(?!\/suits)|parts|firstPaint|styles)\/|src\/routes\/address|src\/rulebook\/((choice|deck|refusal|inForce)\.ts|(Refusal|RuleChips)\.svelte)/,
  },
  // Pages before the table.
  {
    name: "front",
    test: /src\/start\/(Topbar|choices)|src\/me\/(runningPoller|myApi)|src\/rulebook\/(EditionPick|SmallFan|OwnDeck|FileTrouble|editionFile|fans)/,
  },
  // Wherever there is a table: played at, watched, replayed.
  {
    name: "board",
    test: /src\/(board|sound|table|motion(?!\/celebrations))\/|src\/hints\/(HintButton|hintState)|src\/room\/lesson|src\/fairness\/shownCommitments/,
  },
];

/** The built page is below /static/; Vite's development server has to answer at the addresses of the pages. */
const builtBase: Plugin = { name: "built-base", apply: "build", config: () => ({ base }) };

export default defineConfig({
  plugins: [
    svelte(),
    builtBase,
    firstPaint(() => ({ plugins: [svelte()], resolve, base })),
    reviewTemplate(() => ({ plugins: [svelte()], resolve })),
  ],
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
    // `make dev`: the page comes from Vite, everything else from `huefall serve`.
    proxy: {
      // Not the short form: it changes the Host header, and the server accepts its own origin only.
      "/api": { target: SERVER },
      "/healthz": { target: SERVER },
      "/ws": { target: SERVER, ws: true },
      "/static": { target: SERVER, bypass: publicFile },
    },
  },
});
