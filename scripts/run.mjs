/** Runs a script of the project on Node 26, after preparing what it needs: `run.mjs [--build | --bundle] script [arguments]`. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { build, bundle, install, node, prepare, root } from "./prepare.mjs";

const PREPARATIONS = { "--build": build, "--bundle": bundle };

const given = process.argv.slice(2);
prepare(install, ...(given[0] in PREPARATIONS ? [PREPARATIONS[given.shift()]] : []));
const [script, ...args] = given;
process.exit(spawnSync(node, [resolve(root, script), ...args], { cwd: root, stdio: "inherit" }).status ?? 1);
