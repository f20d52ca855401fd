/** `npm start`: prepares what is missing, then runs the server on Node 26 and passes signals on to it. */
import { spawn } from "node:child_process";
import { build, install, memorySettings, node, prepare, program, root } from "./prepare.mjs";

prepare(install, build);

// The channel tells the server when this launcher is gone, however it went.
const server = spawn(node, [program("main")], {
  cwd: root,
  env: { ...memorySettings, ...process.env },
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => server.kill(signal === "SIGINT" ? "SIGINT" : "SIGTERM"));
server.on("exit", (code) => process.exit(code ?? 1));
