/** Leaves a full-strength brotli copy beside every text file of the build; the server reads both into memory. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TEXT = new Set([".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest", ".data"]);
const folder = join(import.meta.dirname, "../build/client");

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXT.has(extname(entry.name))) continue;
  const path = join(entry.parentPath, entry.name);
  const body = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }));
}
