import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "#app/features/system/demo-accounts.service.ts";
import { projectFile } from "#app/project-files.ts";
import { sendMessage } from "../support/faults.ts";
import { gone, login } from "../support/process.ts";

/** `npm run cluster` under load: two programs restarted in turn, PostgreSQL that fails over, a database that only reads. */
const installed =
  process.getuid?.() === 0 &&
  ["pg_createcluster", "pgbackrest", "caddy", "runuser"].every((program) => spawnSync("which", [program]).status === 0);
if (!installed) process.stdout.write("cluster: left out, as it needs root and Debian's postgresql, pgbackrest and caddy\n");

let cluster: ChildProcess;
let address = "";
let output = "";

async function hear(words: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = words.exec(output);
    if (found) return found;
    if (cluster.exitCode !== null) throw new Error(output);
    await pause(50);
  }
}

/** Types an act and waits until it is done. */
async function act(name: string): Promise<void> {
  output = "";
  cluster.stdin!.write(`${name}\n`);
  await hear(new RegExp(`^Done: ${name} `, "m"));
}

beforeAll(async () => {
  if (!installed) return;
  cluster = spawn(process.execPath, [projectFile("scripts/cluster.ts")], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LIMITS_FACTOR: "1000" },
  });
  for (const stream of [cluster.stdout!, cluster.stderr!]) stream.on("data", (chunk) => (output += chunk));
  [, address] = (await hear(/^Academy: (\S+)/m)) as unknown as [string, string];
}, 300_000);

afterAll(async () => {
  if (!installed) return;
  cluster.stdin!.write("stop\n");
  await gone(cluster);
}, 180_000);

/** A request as browsers send it: what finds a kept connection closed before any answer is sent once more if it only reads. */
const read = (path: string, headers: Record<string, string>) =>
  fetch(address + path, { headers })
    .catch(() => fetch(address + path, { headers }))
    .then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    });

/** Reads and writes until `done` ends. @returns how often each status came, and the subjects that were acknowledged */
async function underLoad(word: string, cookie: string, done: () => Promise<void>) {
  const reads: Record<string, number> = {};
  const writes: Record<string, number> = {};
  const acknowledged: string[] = [];
  let going = true;
  const count = (counts: Record<string, number>, status: number | string) => {
    counts[status] = (counts[status] ?? 0) + 1;
  };
  const reader = async () => {
    while (going) count(reads, await read("/api/modules", { cookie }).catch((error) => String(error)));
  };
  const writer = async (name: string) => {
    for (let number = 0; going; number += 1) {
      const subject = `${word} ${name} ${number}`;
      const status = await sendMessage(address, subject).then(({ status }) => status, String);
      count(writes, status);
      if (status === 200) acknowledged.push(subject);
      else await pause(20);
    }
  };
  const work = Promise.all([reader(), reader(), writer("um"), writer("dois")]);
  try {
    await done();
    await pause(2_000);
  } finally {
    going = false;
    await work;
  }
  return { reads, writes, acknowledged };
}

const signIn = async (email: string) =>
  (await login(address, email, DEMO_PASSWORD)).headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

/** The subjects of all messages that look automated, as the writers' do. */
async function listSubjects(cookie: string): Promise<string[]> {
  const subjects: string[] = [];
  let after = "";
  do {
    const answer = await fetch(`${address}/api/contact/messages?state=suspect${after}`, { headers: { cookie } });
    const { messages, next } = (await answer.json()) as { messages: { subject: string }[]; next: string | null };
    subjects.push(...messages.map(({ subject }) => subject));
    after = next ? `&after=${encodeURIComponent(next)}` : "";
  } while (after);
  return subjects;
}

test.runIf(installed)(
  "restarted in turn under load: every request is answered",
  async () => {
    const { reads, writes } = await underLoad("rodizio", await signIn("aluno@academia.example"), () => act("restart"));
    expect([Object.keys(reads), Object.keys(writes)]).toEqual([["200"], ["200"]]);
  },
  300_000,
);

test.runIf(installed)(
  "PostgreSQL is killed and the second server takes over: members read a sentence meanwhile, and nothing acknowledged is lost",
  async () => {
    const admin = await signIn("admin@academia.example");
    const { writes, acknowledged } = await underLoad("troca", admin, () => act("failover"));
    expect(Object.keys(writes).toSorted()).toEqual(["200", "503"]);
    const kept = await listSubjects(admin);
    expect(acknowledged.filter((subject) => !kept.includes(subject))).toEqual([]);
  },
  300_000,
);

test.runIf(installed)(
  "a database that only reads: texts open, a write says that nothing was changed and what to do, and goes again afterwards",
  async () => {
    const cookie = await signIn("aluno@academia.example");
    await act("read-only");
    expect(await read("/api/modules", { cookie })).toBe(200);
    const refused = await sendMessage(address, "Somente leitura");
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ message: expect.stringMatching(/só pode ser lida.*Nada foi mudado/) }),
    ]);
    expect((await login(address, "aluno@academia.example", DEMO_PASSWORD)).status).toBe(503);
    await act("read-write");
    await expect.poll(() => sendMessage(address, "De novo").then(({ status }) => status), { timeout: 30_000 }).toBe(200);
  },
  300_000,
);
