/**
 * Where the project's files are, for the server, whether its code runs from the sources (`npm run dev`, Vitest) or from the
 * bundle that `npm run build` makes of them in `build/program` (scripts/bundle.ts).
 */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

function findRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

const ROOT = findRoot();
const BUNDLED = !import.meta.filename.endsWith(".ts");

/** @param path from the project's root */
export const projectFile = (path: string): string => join(ROOT, path);

/** The script of a worker thread. @param path of its source, from the project's root; named in scripts/bundle.ts too */
export const workerScript = (path: string): URL =>
  pathToFileURL(BUNDLED ? join(import.meta.dirname, basename(path).replace(/\.ts$/, ".js")) : projectFile(path));
