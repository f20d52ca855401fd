import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { gone, type realProcess } from "./process.ts";

/** The real program under writes while it, or its PostgreSQL, is killed: what was acknowledged is compared with what is there. */
type Program = ReturnType<typeof realProcess>;

export type Outcome = {
  rounds: number;
  acknowledged: number;
  /** Acknowledged and not there afterwards. */
  lost: number;
  /** There more than once. */
  doubled: number;
  /** Time without service, in milliseconds: until the start serves, or until /readyz says yes again. */
  median: number;
  slowest: number;
};

const WRITERS = 4;

/**
 * Writes messages, each once, until told to stop. A message counts when the program said so; `refusals` has the statuses of the
 * answers that said otherwise.
 */
export function openWriters(): {
  begin: (address: string) => void;
  end: () => Promise<void>;
  acknowledged: string[];
  refusals: Set<number>;
} {
  const acknowledged: string[] = [];
  const refusals = new Set<number>();
  let number = 0;
  let writing = false;
  let work: Promise<unknown> = Promise.resolve();
  const write = async (address: string) => {
    while (writing) {
      number += 1;
      const subject = `Mensagem ${number}`;
      const status = await sendMessage(address, subject).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status === 200) acknowledged.push(subject);
      else await pause(10);
      if (status && status !== 200) refusals.add(status);
    }
  };
  return {
    acknowledged,
    refusals,
    begin: (address) => {
      writing = true;
      work = Promise.all(Array.from({ length: WRITERS }, () => write(address)));
    },
    end: async () => {
      writing = false;
      await work;
    },
  };
}

/** The page's form, in haste: set aside as automated, so that nobody is written to. */
export const sendMessage = (address: string, subject: string, message = "Uma mensagem do ensaio."): Promise<Response> =>
  fetch(`${address}/api/contact`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ name: "Ensaio", email: "ensaio@academia.test", subject, message, website: "", elapsedMs: 1 }),
  });

const pidFile = (data: string) => readFileSync(join(data, "postgres/postmaster.pid"), "utf8").split("\n");

export const postmaster = (data: string): number => Number(pidFile(data)[0]);

/** Of the server that runs in a data folder. */
export async function queryEmbedded(data: string, statement: string, values: unknown[] = []): Promise<any[]> {
  const password = readFileSync(join(data, "postgres-password"), "utf8");
  const client = new pg.Client({ connectionString: `postgres://academia:${password}@127.0.0.1:${pidFile(data)[3]}/postgres` });
  await client.connect();
  return client
    .query(statement, values)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

export async function compare(data: string, acknowledged: string[]): Promise<Pick<Outcome, "acknowledged" | "lost" | "doubled">> {
  const rows = await queryEmbedded(data, "select subject, count(*)::int as times from contact_messages group by subject");
  const times = new Map<string, number>(rows.map((row) => [row.subject, row.times]));
  const lost = acknowledged.filter((subject) => !times.has(subject)).length;
  return { acknowledged: acknowledged.length, lost, doubled: [...times.values()].filter((count) => count > 1).length };
}

const summary = (pauses: number[]) => {
  const sorted = pauses.toSorted((one, other) => one - other);
  return { median: sorted[Math.floor(sorted.length / 2)]!, slowest: sorted.at(-1)! };
};

/** Kills the program under writes and starts it again; every second time its PostgreSQL is killed with it. */
export async function killProgram({ folder, start }: Program, rounds: number): Promise<Outcome> {
  const data = join(folder, "data");
  const writers = openWriters();
  const pauses: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = Date.now();
    const { address, process: app } = await start().started;
    if (round > 0) pauses.push(Date.now() - begun);
    writers.begin(address);
    await pause(200 + Math.random() * 500);
    if (round % 2 === 1) process.kill(postmaster(data), "SIGKILL");
    app.kill("SIGKILL");
    await Promise.all([gone(app), writers.end()]);
  }
  const { process: app } = await start().started;
  const found = await compare(data, writers.acknowledged);
  app.kill("SIGTERM");
  await gone(app);
  return { rounds, ...summary(pauses), ...found };
}

/** Kills PostgreSQL under writes; the program goes on. */
export async function killPostgres({ folder, start }: Program, rounds: number): Promise<Outcome> {
  const data = join(folder, "data");
  const writers = openWriters();
  const { address, process: app } = await start({ LOG_LEVEL: "fatal" }).started;
  const ready = async () => (await fetch(`${address}/readyz`)).status;
  const pauses: number[] = [];
  writers.begin(address);
  for (let round = 0; round < rounds; round += 1) {
    await pause(200 + Math.random() * 500);
    const victim = postmaster(data);
    process.kill(victim, "SIGKILL");
    const killed = Date.now();
    while (!existsSync(join(data, "postgres/postmaster.pid")) || postmaster(data) === victim) await pause(20);
    while ((await ready()) !== 200) await pause(20);
    pauses.push(Date.now() - killed);
  }
  await writers.end();
  const found = await compare(data, writers.acknowledged);
  app.kill("SIGTERM");
  await gone(app);
  return { rounds, ...summary(pauses), ...found };
}
