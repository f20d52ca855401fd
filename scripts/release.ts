/**
 * `npm run release`: everything that an installation needs, and nothing else, in `release/`: `academia-<version>-<platform>.tar.gz` with the
 * program, its pages, texts and migrations, the packages that bring files of their own, and Node; the list of all packages in it
 * (CycloneDX); and the checksums of both. Where it is unpacked it starts with `./academia-start`, without npm and without a network.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { create } from "tar";
import { projectFile } from "#app/project-files.ts";
import { EXTERNAL_PACKAGES } from "./external-packages.ts";
import { memorySettings } from "./prepare.mjs";

/** What the program reads, from the project's root: `projectFile` of src/project-files.ts finds it at the same place there. */
const PARTS = [
  "build/program",
  "build/pages/client",
  "build/pages/files.json",
  "content",
  "src/db/extensions.sql",
  "src/features/certificates/sheet/fonts",
  "src/features/certificates/sheet/plate.svg",
  "public/badge.png",
  "deploy",
  "docs/operations.md",
  "docs/security.md",
  "CHANGELOG.md",
  ".env.example",
];

/** Files of packages that no program reads. */
const NOT_RUN = /\.(map|[cm]?ts|md|markdown)$|\/(test|tests|docs|examples|include)$/;

/** The npm that writes the list of packages: Debian's own is older than that command. */
const NPM = "npm@11.19.1";

type Package = { name: string; version: string; dependencies?: object; optionalDependencies?: object };

const packageIn = (folder: string): Package => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** The folder of a package as Node finds it from another one; undefined for one that is made for other platforms. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
    if (folder === dirname(folder)) return;
  }
}

/** The folders of these packages and of all that they depend on. */
function withDependencies(names: readonly string[]): Set<string> {
  const folders = new Set<string>();
  const add = (name: string, from: string) => {
    const folder = folderOf(name, from);
    if (!folder || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies, optionalDependencies } = packageIn(folder);
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, folder);
  };
  for (const name of names) add(name, root);
  return folders;
}

const root = projectFile(".");
const { name, version } = packageIn(root);
const label = `academia-${version}-${process.platform}-${process.arch}`;
const out = projectFile("release");
const stage = mkdtempSync(join(tmpdir(), "academia-release-"));
const into = join(stage, label);

const copy = (path: string, filter?: (source: string) => boolean) =>
  cpSync(join(root, path), join(into, path), { recursive: true, verbatimSymlinks: true, ...(filter && { filter }) });

for (const path of PARTS) copy(path);
copy("src/db/migrations", (source) => !source.endsWith("_snapshot.json")); // they serve the generator alone
for (const folder of withDependencies(EXTERNAL_PACKAGES))
  copy(folder.slice(root.length), (source) => !NOT_RUN.test(source) && source !== join(folder, "node_modules"));
copy("node_modules/node/bin/node");
copy("node_modules/node/package.json");
writeFileSync(join(into, "package.json"), `${JSON.stringify({ name, version, private: true, type: "module" }, null, 2)}\n`);

const settings = Object.entries(memorySettings).map(([setting, value]) => `${setting}="\${${setting}:-${value}}"`);
writeFileSync(
  join(into, "academia-start"),
  `#!/bin/sh
# Starts the academy from this folder; .env.example has its settings, docs/operations.md the rest.
cd "$(dirname "$0")" || exit 1
export ${settings.join(" ")}
exec node_modules/node/bin/node build/program/main.js
`,
  { mode: 0o755 },
);

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
const archive = `${label}.tar.gz`;
await create({ cwd: stage, file: join(out, archive), gzip: { level: 9 }, portable: true }, [label]);
const list = `academia-${version}.cdx.json`;
const sbom = ["--yes", NPM, "sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"];
writeFileSync(join(out, list), execFileSync("npx", sbom, { cwd: root, maxBuffer: 64 * 1024 * 1024 }));
const sums = [archive, list].map((file) => {
  const hash = createHash("sha256")
    .update(readFileSync(join(out, file)))
    .digest("hex");
  return `${hash}  ${file}\n`;
});
writeFileSync(join(out, "SHA256SUMS"), sums.join(""));

const unpacked = readdirSync(stage, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .reduce((total, entry) => total + statSync(join(entry.parentPath, entry.name)).size, 0);
const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
console.log(`release/${archive}: ${megabytes(statSync(join(out, archive)).size)}, unpacked ${megabytes(unpacked)}`);
rmSync(stage, { recursive: true });
