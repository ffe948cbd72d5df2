// A step of the build: renders the first paint of the pages (src/firstPaint) into files for the server.

import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin, type UserConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const LANGUAGES = ["en", "zh-Hant"] as const;
type Render = (language: string, keys: readonly string[]) => Promise<Record<string, string>>;

/** Render the first paint when the page itself has been built; `shared` is the configuration of both builds. */
export function firstPaint(shared: () => Pick<UserConfig, "plugins" | "resolve" | "base">): Plugin {
  let outDir = "";
  return {
    name: "first-paint",
    apply: "build",
    configResolved: (config) => void (outDir = config.build.outDir),
    async closeBundle(error) {
      if (error) return;
      const directory = await mkdtemp(here("node_modules/.first-paint-")); // inside node_modules, so that imported packages are found
      try {
        await build({
          ...shared(),
          configFile: false,
          publicDir: false,
          logLevel: "error",
          build: { ssr: here("src/firstPaint/render.ts"), outDir: directory, emptyOutDir: false },
        });
        const { renderFirstPaints } = (await import(pathToFileURL(join(directory, "render.js")).href)) as {
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
        await rm(directory, { recursive: true });
      }
    },
  };
}
