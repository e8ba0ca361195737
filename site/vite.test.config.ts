// How the checks are built: one program for Node.

import { join } from "node:path";
import { defineConfig } from "vite";

export default defineConfig({
  build: {
    target: "node20",
    ssr: true,
    outDir: "dist/test",
    emptyOutDir: false,
    rolldownOptions: {
      input: {
        engine: join(import.meta.dirname, "test/engine.ts"),
        browser: join(import.meta.dirname, "test/browser.ts"),
      },
      output: { entryFileNames: "[name].mjs" },
    },
  },
});
