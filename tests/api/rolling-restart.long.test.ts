import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { openWriters } from "../support/faults.ts";
import { emptyDatabase } from "../support/past-database.ts";
import { gone, login, realProcess, signUp } from "../support/process.ts";

/** An upgrade without a pause: two processes on one database behind a proxy, restarted one after the other while members work. */
const { folder, start } = realProcess();

/** Sends each request to the next address in turn, by a connection of its own. What fails is answered with 502. */
async function openProxy(): Promise<{ address: string; targets: string[] }> {
  const targets: string[] = [];
  let turn = 0;
  const proxy: Server = createServer((incoming, outgoing) => {
    const target = targets[turn++ % targets.length]!;
    const { method, url, headers } = incoming;
    const onward = request(target + url, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, targets };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

test("two processes, restarted in turn under load: no request fails, sessions go on, and nothing acknowledged is lost or doubled", async () => {
  const { url, client } = await emptyDatabase();
  const { address, targets } = await openProxy();
  const settings = { DATABASE_URL: url, PUBLIC_URL: address, AUTH_SECRET: "rodizio".repeat(6), DATA_DIR: `${folder}/shared` };
  const open = async () => {
    const port = await freePort(); // the address that a process announces is the proxy's
    const { process: child } = await start({ ...settings, PORT: String(port) }).started;
    const target = `http://127.0.0.1:${port}`;
    targets.push(target);
    return { target, child };
  };
  const nodes = [await open(), await open()];

  expect((await signUp(address, "um@academia.test")).status).toBe(200);
  const signedIn = await login(address, "um@academia.test");
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const writers = openWriters();
  writers.begin(address);
  const reads = { answered: 0, failed: [] as number[] };
  let reading = true;
  const readers = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (reading) {
        const answer = await fetch(`${address}/api/dashboard`, { headers: { cookie } });
        await answer.arrayBuffer();
        if (answer.status === 200) reads.answered += 1;
        else reads.failed.push(answer.status);
      }
    }),
  );
  const moreOfBoth = async () => {
    const [written, read] = [writers.acknowledged.length, reads.answered];
    await vi.waitFor(
      () => {
        expect(writers.acknowledged.length).toBeGreaterThan(written + 20);
        expect(reads.answered).toBeGreaterThan(read + 20);
      },
      { timeout: 60_000 },
    );
  };

  await moreOfBoth();
  for (const { target, child } of nodes) {
    targets.splice(targets.indexOf(target), 1); // as a proxy is told before a process is stopped
    await pause(100); // what was sent has arrived; what is in work is finished by the process
    child.kill("SIGTERM");
    await moreOfBoth();
    await gone(child);
    expect(child.exitCode).toBe(0);
    await open();
    await moreOfBoth();
  }
  reading = false;
  await Promise.all([readers, writers.end()]);

  expect(reads.failed).toEqual([]);
  expect([...writers.refusals]).toEqual([]);
  const { rows } = await client.query("select subject, count(*)::int as count from contact_messages group by 1");
  const stored = new Map(rows.map(({ subject, count }) => [subject, count]));
  expect(writers.acknowledged.filter((subject) => stored.get(subject) !== 1)).toEqual([]);
  for (const target of targets) {
    const { member } = (await (await fetch(`${target}/api/session`, { headers: { cookie } })).json()) as { member: unknown };
    expect(member).toMatchObject({ email: "um@academia.test" });
  }
}, 300_000);
