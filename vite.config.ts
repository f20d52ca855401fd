import { basename } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** The server of `npm start`, which answers the API while `npm run dev` serves the pages. */
const api = "http://127.0.0.1:3000";

export default defineConfig({
  css: {
    modules: {
      localsConvention: "camelCaseOnly",
      // readable, and the same in every build: a file's name is its own (tests/unit/styles.test.ts)
      generateScopedName: (name, file) => `${basename(file.split("?")[0]!, ".module.css")}__${name}`,
    },
  },
  plugins: [tailwindcss(), reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0 },
  server: { host: "127.0.0.1", proxy: { "/api": { target: api, changeOrigin: true, headers: { origin: api } } } },
});
