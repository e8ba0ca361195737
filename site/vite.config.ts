// How the page is built: one classic script, one style sheet, both inside one HTML file without data.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const SHELL = "explorer.html";

/** Puts the script and the styles into the page, so that it is one file that opens from a disk. */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const of = (end: string) => Object.values(bundle).find((file) => file.fileName.endsWith(end));
      const [script, styles] = [of(".js"), of(".css")];
      if (script?.type !== "chunk") throw new Error("there is no script");
      const code = script.code.trim().replaceAll("</script", "<\\/script");
      const css = styles?.type === "asset" ? String(styles.source).trim() : "";
      const page = readFileSync(join(import.meta.dirname, "shell.html"), "utf8");
      const source = page
        .replace("<!-- the styles -->", () => `<style>${css}</style>`)
        .replace("<!-- the script -->", () => `<script>${code}</script>`);
      for (const file of Object.keys(bundle)) delete bundle[file];
      this.emitFile({ type: "asset", fileName: SHELL, source });
    },
  };
}

rmSync(join(import.meta.dirname, "dist"), { recursive: true, force: true });

export default defineConfig({
  plugins: [oneFile()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2023",
    outDir: "dist",
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: join(import.meta.dirname, "src/main.tsx"),
      output: { format: "iife", entryFileNames: "explorer.js", assetFileNames: "explorer[extname]" },
    },
  },
});
