/** Runs a script of the project on Node 26, after preparing what it needs: `run.mjs [--build] script [arguments]`. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { build, install, node, root } from "./prepare.mjs";

const [first, ...rest] = process.argv.slice(2);
const [script, ...args] = first === "--build" ? rest : [first, ...rest];
install();
if (first === "--build") build();
process.exit(spawnSync(node, [resolve(root, script), ...args], { cwd: root, stdio: "inherit" }).status ?? 1);
