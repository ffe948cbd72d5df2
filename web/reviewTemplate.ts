// A step of the build: the review page as one HTML file, the template that `huefall review --html` fills in.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type UserConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const SOURCE = here("review.html");
const TARGET = here("../src/huefall/review/page/review.html");

/** Write the template when the page itself has been built; `shared` is the configuration of both builds. */
export function reviewTemplate(shared: () => Pick<UserConfig, "plugins" | "resolve">): Plugin {
  return {
    name: "review-template",
    apply: "build",
    async closeBundle(error) {
      if (error) return;
      const { script, style } = await bundle(shared());
      const parts: Record<string, string> = { script: inScript(script), style };
      const template = await readFile(SOURCE, "utf8");
      await mkdir(dirname(TARGET), { recursive: true });
      await writeFile(
        TARGET,
        template.replace(/\{\{build:(\w+)\}\}/g, (_, name: string) => parts[name] ?? ""),
      );
    },
  };
}

/** Everything that src/review/exported.ts imports, as one script and one style sheet. */
async function bundle(shared: Pick<UserConfig, "plugins" | "resolve">): Promise<{ script: string; style: string }> {
  const built = await build({
    ...shared,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: here("src/review/exported.ts"),
        // Not a module: browsers treat the modules of local files as coming from elsewhere.
        output: { format: "iife", codeSplitting: false },
      },
    },
  });
  if (!("output" in built)) throw new Error("expected one bundle of the exported review");
  let [script, style] = ["", ""];
  for (const file of built.output) {
    if (file.type === "chunk") script += file.code;
    else if (file.fileName.endsWith(".css")) style += String(file.source);
    else throw new Error(`an exported review must be one file, but ${file.fileName} is another`);
  }
  return { script, style };
}

/** No text of the script may end or open a script element; `<\/` means the same as `</` in JavaScript. */
function inScript(code: string): string {
  const safe = code.trim().replace(/<\/script/gi, "<\\/script");
  if (/<script/i.test(safe)) throw new Error("the script has <script in it, which HTML reads as an element");
  return safe;
}
