import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFile } from "#app/project-files.ts";
import { pdf } from "#tests/support/books.ts";
import { CONFIGURATION_STATUS, gone, login, readyDatabase, realProcess } from "#tests/support/process.ts";
import { startS3Server } from "#tests/support/s3-server.ts";
import { BOOK } from "#tests/support/uploads.ts";

/** The real program with its files in a bucket, which is away, slow, refusing and full; killed in the middle of an upload; moved to and fro. */
const { folder, start } = realProcess();
const database = readyDatabase(folder);
let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

const onBucket = () => ({ ...database(), ...s3.environment });
const command = (name: string, ...args: string[]) => ({ program: projectFile(`build/program/${name}.js`), args });
const run = (settings: Record<string, string>, ...words: [string, ...string[]]) => start(settings, command(...words)).ended;

/** The administrator of the demonstration, on a program. */
async function administrator(address: string) {
  const answer = await login(address, "admin@academia.example", "Academia#2026");
  expect(answer.status).toBe(200);
  const cookie = answer.headers.getSetCookie()[0]!.split(";")[0]!;
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, { ...init, headers: { cookie, origin: address, ...(init.headers as Record<string, string>) } });
  const uploadDocument = (bytes: Buffer) =>
    send("/api/library/uploads/document", {
      method: "POST",
      body: new Uint8Array(bytes),
      headers: { "content-type": "application/octet-stream" },
    });
  return {
    cookie,
    send,
    uploadDocument,
    /** @returns the address of the document of a new book */
    addBook: async (bytes: Buffer) => {
      const uploaded = (await (await uploadDocument(bytes)).json()) as { id: string };
      const body = JSON.stringify({
        ...BOOK,
        title: `Livro ${crypto.randomUUID()}`,
        publicDomain: true,
        documentId: uploaded.id,
      });
      const added = await send("/api/library/items", { method: "POST", body, headers: { "content-type": "application/json" } });
      const { id } = (await added.json()) as { id: string };
      expect(added.status).toBe(200);
      return { path: `/api/library/items/${id}/document`, fileId: uploaded.id };
    },
    bytesOf: async (path: string) => Buffer.from(await (await send(path)).arrayBuffer()),
  };
}

test("a file is kept in the bucket, read whole and in parts, and backed up where it is", async () => {
  const { process, address } = await start(onBucket()).started;
  const admin = await administrator(address);
  const bytes = pdf(3_000_000);
  const { path, fileId } = await admin.addBook(bytes);
  expect(s3.objects.get(fileId)!.bytes.equals(bytes)).toBe(true);
  expect((await admin.bytesOf(path)).equals(bytes)).toBe(true);
  const part = await admin.send(path, { headers: { range: "bytes=100-199" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-199/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
  expect(readdirSync(join(folder, "ready/files/incoming"))).toEqual([]);

  const backup = await run(onBucket(), "backup", join(folder, "backups"));
  expect(backup.output).toMatch(/Cópia feita e relida.*0 arquivos[\s\S]*no balde S3 academia e não fazem parte/);
  const check = await run(onBucket(), "files", "check");
  expect(check).toMatchObject({ code: 0, output: expect.stringMatching(/\d+ arquivos? lidos? e conferidos?\./) });
  process.kill("SIGTERM");
  await gone(process);
});

test("a bucket that is away, slow, refusing or full: each says so to the member and to the operator, the rest works, and nothing is lost", async () => {
  const starting = start(onBucket());
  const { process, address } = await starting.started;
  const admin = await administrator(address);
  const bytes = pdf(200_000);
  const { path } = await admin.addBook(bytes);
  const troubled = async (act: () => Promise<Response>) => {
    const answer = await act();
    return { status: answer.status, ...((await answer.json()) as { message: string }) };
  };
  const before = s3.objects.size;
  const outOfReach = {
    status: 503,
    message: "Os arquivos não estão ao alcance agora. Nada se perdeu: tente de novo em alguns minutos.",
  };
  for (const trouble of ["failing", "refusing", "slow"] as const) {
    s3.beIn(trouble);
    expect(await troubled(() => admin.send(path)), trouble).toMatchObject(outOfReach);
    expect((await admin.send("/api/dashboard")).status, trouble).toBe(200);
    expect((await fetch(`${address}/readyz`)).status, trouble).toBe(200);
    if (trouble !== "slow") expect(await troubled(() => admin.uploadDocument(bytes)), trouble).toMatchObject(outOfReach);
  }
  s3.beIn("full");
  expect(await troubled(() => admin.uploadDocument(bytes))).toMatchObject({
    status: 507,
    message: expect.stringContaining("Não há espaço"),
  });
  expect(s3.objects.size).toBe(before);
  s3.beIn(undefined);
  await s3.close();
  expect(await troubled(() => admin.send(path))).toMatchObject(outOfReach);
  s3 = await startS3Server(Number(new URL(s3.endpoint).port), s3.objects);
  expect((await admin.bytesOf(path)).equals(bytes)).toBe(true);
  process.kill("SIGTERM");
  const { output } = await starting.ended;
  for (const told of ["o acesso foi recusado", "está cheio", "não responde agora"]) expect(output).toContain(told);
}, 120_000);

test("settings that the bucket refuses stop the start with what to change; one that is away does not", async () => {
  const refused = await start({ ...onBucket(), S3_REGION: "sa-east-1" }).ended;
  expect(refused).toMatchObject({ code: CONFIGURATION_STATUS, output: expect.stringContaining("S3_REGION") });
  const check = await run({ ...onBucket(), S3_REGION: "sa-east-1" }, "files", "check");
  expect(check).toMatchObject({ code: 1, output: expect.stringMatching(/^O balde S3 academia: .+ S3_REGION/) });
  expect(check.output).not.toContain("    at ");
  const half = await start({ ...onBucket(), S3_SECRET_ACCESS_KEY: "" }).ended;
  expect(half).toMatchObject({ code: CONFIGURATION_STATUS, output: expect.stringContaining("só vale junto com") });
  const away = await start({ ...onBucket(), S3_ENDPOINT: "http://127.0.0.1:9" }).started;
  expect((await fetch(`${away.address}/readyz`)).status).toBe(200);
  away.process.kill("SIGTERM");
  await gone(away.process);
}, 60_000);

test("killed in the middle of an upload, it leaves no record, no object, and a part that is swept", async () => {
  const { process, address } = await start(onBucket()).started;
  const { cookie } = await administrator(address);
  const before = [...s3.objects.keys()];
  const size = 10_000_000;
  const upload = request(`${address}/api/library/uploads/document`, {
    method: "POST",
    headers: { cookie, origin: address, "content-type": "application/octet-stream", "content-length": size },
  });
  upload.on("error", () => undefined);
  upload.write(pdf(2_000_000));
  const parts = () => readdirSync(join(folder, "ready/files/incoming"));
  await expect.poll(parts).toHaveLength(1);
  process.kill("SIGKILL");
  await gone(process);
  upload.destroy();
  const client = new pg.Client({ connectionString: database().DATABASE_URL });
  await client.connect();
  const { rows } = await client.query("select id::text from files");
  await client.end();
  expect([...s3.objects.keys()]).toEqual(before);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(before.toSorted());
  rmSync(join(folder, "ready/files/incoming"), { recursive: true }); // what the daily purge does a day later
});

test("files move to a bucket and back, a copy that was cut off goes on, and a damaged one is named", async () => {
  const first = await start(database()).started; // still on the disk, where nothing is yet
  const admin = await administrator(first.address);
  const books = [];
  for (let count = 0; count < 4; count += 1)
    books.push({ bytes: pdf(50_000 + count), ...(await admin.addBook(pdf(50_000 + count))) });
  const pathOf = (id: string) => join(folder, "ready/files", id.slice(0, 2), id);
  s3.objects.clear();
  const [one, two, three, four] = books as [(typeof books)[0], (typeof books)[0], (typeof books)[0], (typeof books)[0]];
  s3.objects.set(one.fileId, { bytes: one.bytes, modified: new Date() }); // as a copy that was cut off leaves it
  s3.objects.set(two.fileId, { bytes: randomBytes(10), modified: new Date() });
  writeFileSync(pathOf(three.fileId), "outra coisa");
  const cut = await run(onBucket(), "files", "to-bucket");
  expect(cut.code).toBe(1); // the books of the tests before are in no folder
  expect(cut.output).toContain("2 arquivos copiados e relidos; 1 já conferia.");
  expect(cut.output).toMatch(new RegExp(`Atenção: 1 não têm o conteúdo que o banco diz: ${three.fileId}`));
  expect(s3.objects.get(two.fileId)!.bytes.equals(two.bytes)).toBe(true);
  writeFileSync(pathOf(three.fileId), three.bytes);
  expect((await run(onBucket(), "files", "to-bucket")).output).toContain("1 arquivo copiado e relido; 3 já conferiam.");
  first.process.kill("SIGTERM");
  await gone(first.process);

  rmSync(pathOf(four.fileId));
  const second = await start(onBucket()).started;
  const again = await administrator(second.address);
  for (const { path, bytes } of books) expect((await again.bytesOf(path)).equals(bytes)).toBe(true);
  expect((await run(onBucket(), "files", "to-disk")).output).toContain("1 arquivo copiado e relido; 3 já conferiam.");
  expect(readFileSync(pathOf(four.fileId)).equals(four.bytes)).toBe(true);
  second.process.kill("SIGTERM");
  await gone(second.process);
  expect(existsSync(pathOf(one.fileId))).toBe(true);
  expect((await run(database(), "files", "to-bucket")).output).toContain("Os ajustes S3_");
}, 60_000);
