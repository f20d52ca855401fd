import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.ts";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { loadCatalogue } from "#app/features/courses/catalogue.ts";
import { parseEnv } from "#app/server/env.ts";
import { openTestSession } from "#tests/support/members.ts";
import { gone, realProcess } from "#tests/support/process.ts";
import type { ExamResult, ExamState } from "./exam.answers.ts";
import { examAttempts } from "./exam.table.ts";
import { answerTo, askedIn, completeDegree } from "./exam.test-support.ts";

const { folder, start } = realProcess();

test("an exam that kill -9 interrupts goes on with every answer, and its clock ran on", async () => {
  const DATA_DIR = join(folder, "data");
  const first = await start().started;
  const { url } = await startEmbedded(DATA_DIR); // it runs: this only finds it
  const database = openDatabase(url, 2, () => undefined);
  const { db } = database;
  const [member] = await db.select().from(profiles).where(eq(profiles.email, "membro01@academia.example"));
  await completeDegree(db, await loadCatalogue(db), member!.id, "aprendiz");
  const cookie = await openTestSession({ db, env: parseEnv({ DATA_DIR }) }, member!.id);
  const call = async (address: string, method: string, path: string, body?: object) => {
    const headers = { cookie, origin: address, ...(body && { "content-type": "application/json" }) };
    const answer = await fetch(address + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };

  const { running } = (await call(first.address, "POST", "/api/exams/aprendiz/attempts")).body as ExamState;
  const asked = await askedIn(db, running!.id);
  const answer = (address: string, index: number) =>
    call(address, "PUT", `/api/exam-attempts/${running!.id}/items/${index + 1}/answer`, { given: answerTo(asked[index]!, true) });
  for (let index = 0; index < 9; index += 1) expect((await answer(first.address, index)).status).toBe(200);
  await database.close();
  first.process.kill("SIGKILL");
  await gone(first.process);

  const second = await start().started;
  const resumed = (await call(second.address, "GET", "/api/exams/aprendiz")).body as ExamState;
  expect(resumed.running).toMatchObject({ id: running!.id, closesAt: running!.closesAt });
  expect(resumed.running!.items.filter(({ given }) => given !== null).map(({ place }) => place)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
  for (let index = 9; index < 15; index += 1) expect((await answer(second.address, index)).status).toBe(200);
  const result = (await call(second.address, "POST", `/api/exam-attempts/${running!.id}/delivery`)).body as ExamResult;
  expect(result).toMatchObject({ rightCount: 15, passed: true });
  const again = openDatabase((await startEmbedded(DATA_DIR)).url, 1, () => undefined);
  expect(await again.db.$count(examAttempts)).toBe(1);
  await again.close();
}, 180_000);
