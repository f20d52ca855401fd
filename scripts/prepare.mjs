/**
 * What every command of the README needs first, on any Node from 20 on: the packages of the lock file, and (with `build`) the
 * pages, both only when something changed. Uses nothing but Node itself, because it runs before anything is installed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** The Node 26 that comes as a dependency; the machine's own runs only npm. */
export const node = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");

const say = (line) => process.stdout.write(`${line}\n`);

/** Of the server alone: the pages are not made of it (`browser-imports-server-as-types` in .dependency-cruiser.cjs). */
const SERVER_ONLY = /\.test\.ts$|^src\/(server|db)\/|^src\/project-files\.ts$|\.(service|routes|table|answers|personal)\.ts$/;

function hashOf(paths, leaveOut = /^$/) {
  const hash = createHash("sha256");
  const add = (path) =>
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)))
      .update("\0");
  for (const path of paths) {
    if (!existsSync(join(root, path))) continue;
    const entries = path.includes(".") ? null : readdirSync(join(root, path), { recursive: true, withFileTypes: true });
    if (!entries) add(path);
    else
      for (const name of entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/"))
        .filter((name) => !leaveOut.test(name))
        .sort())
        add(name);
  }
  return hash.digest("hex");
}

/** Runs `work` unless the stamp in `file` says that it was done for the same input. */
function onceFor(file, key, work) {
  const stamp = join(root, file);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  work();
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, key);
}

/** Of packages whose programs ask for a newer Node, npm leaves those programs out without a word, and the build fails later. */
const OLDEST_NODE = [20, 19];

/** @throws Error when the Node that runs npm is older than the packages ask for */
export function refuseOldNode(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Error(
    `Este Node é o ${version}, e é preciso o ${OLDEST_NODE.join(".")} ou mais novo para instalar as dependências. Instale um mais novo ao lado: npm install -g node@26 npm@10`,
  );
}

/** Does these preparations, one after another; a failure is told in words, and ends the process. */
export function prepare(...parts) {
  try {
    for (const part of parts) part();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

export function install() {
  refuseOldNode();
  const key = hashOf(["package.json", "package-lock.json"]) + process.platform + process.arch;
  onceFor("node_modules/.prepared", key, () => {
    say("Instalando as dependências (uma vez)...");
    // Not `npm ci`: it refuses a lock file that lacks the optional packages of platforms other than the one it was made on.
    execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts=false"], {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    if (!existsSync(node)) {
      throw new Error(
        "O Node 26 não foi instalado: os scripts de instalação do npm estão desligados. Rode: npm install --ignore-scripts=false",
      );
    }
  });
}

/** The program that a process runs: the server (`main`), or one of the operator's commands (scripts/bundle.ts). */
export const program = (name) => join(root, `build/program/${name}.js`);

/**
 * How the server's process keeps small (docs/decisions/0028-memory.md): the C library gives large pieces of memory back at once. The systemd
 * unit has the same.
 */
export const memorySettings = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "1048576" };

/** Bundles the server and the commands, which takes two seconds. */
export function bundle() {
  const key = hashOf(["package-lock.json", "scripts", "src"], /\.test\.ts$|\.tsx$|\.css$|\.svg$|\.ttf$|\.sql$/);
  onceFor("build/program/.prepared", key, () => {
    execFileSync(node, [join(root, "scripts/bundle.ts")], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  });
}

/** The texts, checked; the pages, and the server that serves them. */
export function build() {
  checkContent();
  buildPages();
  bundle();
}

/** A text with a fault is found here, and not by the start of an academy that runs already. */
function checkContent() {
  const key = hashOf([
    "content",
    "cspell.json",
    "scripts/check-content.ts",
    "scripts/content-checks",
    "src/content",
    "src/features/authoring/checks",
  ]);
  onceFor("build/content/.checked", key, () => {
    const { status, stdout, stderr } = spawnSync(node, [join(root, "scripts/check-content.ts")], { cwd: root, encoding: "utf8" });
    if (status !== 0)
      throw new Error(`${stdout}${stderr}\nOs textos de content/ têm as faltas acima. Corrija-as e rode de novo.`);
  });
}

function buildPages() {
  const key = hashOf(
    [
      "package-lock.json",
      "react-router.config.ts",
      "vite.config.ts",
      "scripts/pages-plugin.ts",
      "scripts/worker.ts",
      "scripts/chunks.ts",
      "src",
      "content",
      "public",
    ],
    SERVER_ONLY,
  );
  onceFor("build/pages/.prepared", key, () => {
    say("Construindo as páginas...");
    execFileSync(node, [join(root, "node_modules/@react-router/dev/bin.cjs"), "build"], {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" }, // with any other, React's slow development build would be served
      stdio: ["ignore", "ignore", "inherit"],
    });
  });
}
