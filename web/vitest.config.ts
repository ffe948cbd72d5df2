import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, mergeConfig } from "vitest/config";
import vite from "./vite.config.ts";

// A test with a capital is a component's (`Board.test.ts`) and has a page to show it on. Setting one up takes longer
// than most tests, so modules do without; one that needs it after all says so in its first line.
export default mergeConfig(
  vite,
  defineConfig({
    test: {
      testTimeout: 60_000, // a machine may have much else to do
      projects: [
        {
          extends: true,
          plugins: [svelteTesting()],
          test: { name: "components", environment: "jsdom", include: ["src/**/[A-Z]*.test.ts"] },
        },
        {
          extends: true,
          plugins: [svelteTesting({ autoCleanup: false })],
          test: { name: "modules", setupFiles: "src/test/bare.ts", include: ["src/**/[a-z]*.test.ts"] },
        },
      ],
    },
  }),
);
