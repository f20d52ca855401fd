import { basename } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { codeSplitting } from "./scripts/chunks.ts";
import { pagesPlugin } from "./scripts/pages-plugin.ts";

/** The server that answers the API while `npm run dev` serves the pages (scripts/dev.ts). */
const api = process.env.API_URL;

export default defineConfig({
  css: {
    modules: {
      localsConvention: "camelCaseOnly",
      // readable, and the same in every build: a file's name is its own (tests/unit/styles.test.ts)
      generateScopedName: (name, file) => `${basename(file.split("?")[0]!, ".module.css")}__${name}`,
    },
  },
  plugins: [reactRouter(), pagesPlugin()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    // what one page needs at once another may load later; and an operator who builds learns nothing from how long plugins took
    rolldownOptions: { checks: { ineffectiveDynamicImport: false, pluginTimings: false } },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  server: api ? { proxy: { "/api": api } } : {},
});
