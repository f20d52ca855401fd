import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "./src/pages.ts";

/** Public pages are prerendered to static HTML; members' pages are one application over the API (docs/architecture.md). */
export default {
  appDirectory: "src",
  buildDirectory: "build/pages",
  ssr: false,
  prerender: prerenderedPaths,
} satisfies Config;
