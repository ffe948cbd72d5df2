import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  base: "/static/",
  resolve: { alias: { $protocol: here("../docs/protocol/protocol.ts"), $: here("src") } },
  build: {
    outDir: here("../src/huefall/server/page"),
    emptyOutDir: true,
    // The content policy forbids `data:` styles and scripts; small files are files as well.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8765",
      "/static/texts": "http://127.0.0.1:8765",
      "/static/cards": "http://127.0.0.1:8765",
      "/ws": { target: "ws://127.0.0.1:8765", ws: true },
    },
  },
});
