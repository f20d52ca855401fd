/**
 * `node scripts/cold-start.ts [rounds]`: how long the program takes from its start to serving, on a database that exists already, in
 * milliseconds, and the processor's time of the process itself. It needs the built pages (`npm run build`). Figures: docs/performance.md.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer } from "./bench-server.ts";

const ROUNDS = Number(process.argv[2] ?? 7);

/** One start and stop. */
async function start(dataDir: string): Promise<{ wall: number; processor: number }> {
  const begun = performance.now();
  const { server } = await startServer(dataDir);
  const wall = performance.now() - begun;
  // user and system time in hundredths of a second (proc(5))
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  await stopServer(server);
  return { wall, processor: (Number(fields[11]) + Number(fields[12])) * 10 };
}

const median = (values: number[]) => Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!);

const folder = mkdtempSync(join(tmpdir(), "academia-cold-start-"));
try {
  await start(folder); // makes the database
  const rounds: Awaited<ReturnType<typeof start>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await start(folder));
  console.log(
    `median of ${ROUNDS} starts: ${median(rounds.map(({ wall }) => wall))} ms, processor ${median(rounds.map(({ processor }) => processor))} ms`,
  );
  console.log(`each: ${rounds.map(({ wall }) => Math.round(wall)).join(", ")}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
