// A step of the build: draws the first look of the pages (src/firstPaint) and lays it beside the page, for the server.

import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin, type UserConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const LANGUAGES = ["en", "zh-Hant"] as const;
type Render = (language: string, keys: readonly string[]) => Promise<Record<string, string>>;

/** Draw the first looks when the page itself has been built; `how` is what both are built with. */
export function shells(how: () => Pick<UserConfig, "plugins" | "resolve" | "base">): Plugin {
  let outDir = "";
  return {
    name: "shells",
    apply: "build",
    configResolved: (config) => void (outDir = config.build.outDir),
    async closeBundle(error) {
      if (error) return;
      const room = await mkdtemp(here("node_modules/.shells-")); // where the packages it imports are found
      try {
        await build({
          ...how(),
          configFile: false,
          publicDir: false,
          logLevel: "error",
          build: { ssr: here("src/firstPaint/render.ts"), outDir: room, emptyOutDir: false },
        });
        const { renderFirstPaints } = (await import(pathToFileURL(join(room, "render.js")).href)) as {
          renderFirstPaints: Render;
        };
        const english = await readFile(here("../src/huefall/texts/en.json"), "utf8");
        const keys = Object.keys(JSON.parse(english) as object);
        for (const language of LANGUAGES)
          for (const [name, html] of Object.entries(await renderFirstPaints(language, keys))) {
            const path = join(outDir, "shells", `${name}.${language}.html`);
            await mkdir(dirname(path), { recursive: true });
            await writeFile(path, html);
          }
      } finally {
        await rm(room, { recursive: true });
      }
    },
  };
}
