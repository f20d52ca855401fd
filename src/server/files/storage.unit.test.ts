import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ConfigurationError } from "#app/db/start-error.ts";
import { startS3Server } from "#tests/support/s3-server.ts";
import { createLog } from "../log.ts";
import { bucketStorage } from "./bucket-storage.ts";
import { diskStorage } from "./disk-storage.ts";
import { once } from "./records.ts";
import type { FileStorage } from "./storage.ts";

const folder = mkdtempSync(join(tmpdir(), "files-"));
let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterEach(() => s3.beIn(undefined));
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

const bucket = (other: Partial<typeof s3.settings> = {}) => bucketStorage({ ...s3.settings, ...other }, join(folder, "incoming"));
const STORAGES = {
  disk: () => diskStorage(join(folder, "files")),
  bucket: () => bucket(),
};
const silent = createLog("silent");

async function keep(storage: FileStorage, bytes: Buffer): Promise<string> {
  const id = randomUUID();
  await using staged = await storage.stage(once(bytes));
  await storage.keep(staged, id);
  return id;
}

const read = async (storage: FileStorage, ...args: Parameters<FileStorage["read"]>): Promise<Buffer> =>
  buffer(await storage.read(...args));

async function collect(source: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const each of source) all.push(each);
  return all;
}

const inAnHour = () => new Date(Date.now() + 3_600_000);

describe.each(Object.entries(STORAGES))("a storage on the %s", (_, open) => {
  test("keeps what was staged, whole, and gives it back, whole or in parts", async () => {
    const storage = open();
    const bytes = randomBytes(300_000);
    await using staged = await storage.stage(once(bytes));
    expect(staged).toMatchObject({ size: bytes.length, sha256: createHash("sha256").update(bytes).digest("base64url") });
    const id = randomUUID();
    await storage.keep(staged, id);
    expect(await read(storage, id)).toEqual(bytes);
    expect(await read(storage, id, { start: 10, end: 99_999 })).toEqual(bytes.subarray(10, 100_000));
    expect(await read(storage, id, { start: 299_999, end: 299_999 })).toEqual(bytes.subarray(299_999));
  });

  test("gives 50 MB as a stream that ends where its reader stops", async () => {
    const storage = open();
    const bytes = randomBytes(50 * 1024 * 1024);
    const id = await keep(storage, bytes);
    expect((await read(storage, id)).equals(bytes)).toBe(true);
    const reader = (await storage.read(id)).getReader();
    const { value } = await reader.read();
    expect(value!.byteLength).toBeLessThan(1024 * 1024);
    await reader.cancel();
  });

  test("keeps nothing of what is not kept, and sweeps what a crash left", async () => {
    const storage = open();
    {
      await using staged = await storage.stage(once(Buffer.from("nada")));
      expect(staged.size).toBe(4);
    }
    const left = await storage.stage(once(Buffer.from("resto")));
    expect(await storage.sweep(new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await storage.sweep(inAnHour())).toBe(1);
    await left[Symbol.asyncDispose]();
    const id = await keep(storage, Buffer.from("guardado"));
    expect(await storage.sweep(inAnHour())).toBe(0);
    expect((await read(storage, id)).toString()).toBe("guardado");
  });

  test("lists what is older than a moment, page by page, removes it, and knows nothing of it then", async () => {
    const storage = open();
    const ids = await Promise.all(Array.from({ length: 8 }, (__, number) => keep(storage, Buffer.from(`texto ${number}`))));
    expect(await collect(storage.list(inAnHour()))).toEqual(expect.arrayContaining(ids));
    expect(await collect(storage.list(new Date(Date.now() - 3_600_000)))).toEqual([]);
    for (const id of ids) await storage.remove(id);
    await storage.remove(ids[0]!); // gone already
    const left = await collect(storage.list(inAnHour()));
    expect(left.filter((id) => ids.includes(id))).toEqual([]);
    await expect(storage.read(ids[0]!)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a bucket", () => {
  test("answers a start whose settings are right, and says what is wrong with others", async () => {
    await bucket().check(silent);
    const wrong = async (other: Partial<typeof s3.settings>) => {
      const error = await bucket(other)
        .check(silent)
        .catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ConfigurationError);
      return (error as Error).message;
    };
    expect(await wrong({ bucket: "outro" })).toContain("ele não existe");
    expect(await wrong({ region: "sa-east-1" })).toContain("S3_REGION");
    expect(await wrong({ secretAccessKey: "outra" })).toContain("S3_SECRET_ACCESS_KEY");
    expect(await wrong({ accessKeyId: "outra" })).toContain("S3_ACCESS_KEY_ID");
  });

  test("that is away stops no start, and is told to the operator", async () => {
    const lines: string[] = [];
    const log = createLog("error", { write: (line: string) => void lines.push(line) });
    await bucket({ endpoint: "http://127.0.0.1:9" }).check(log);
    expect(JSON.parse(lines[0]!)).toMatchObject({ bucket: "academia", msg: expect.stringContaining("não responde") });
  });

  test.each([
    ["refusing", "unavailable"],
    ["failing", "unavailable"],
    ["cut", "unavailable"],
    ["full", "storage_full"],
  ] as const)("that is %s keeps nothing, says so, and keeps the same file later", async (trouble, code) => {
    const storage = bucket();
    const id = randomUUID();
    await using staged = await storage.stage(once(randomBytes(200_000)));
    s3.beIn(trouble);
    await expect(storage.keep(staged, id)).rejects.toMatchObject({ code });
    expect(s3.objects.has(id)).toBe(false);
    s3.beIn(undefined);
    await storage.keep(staged, id);
    expect(s3.objects.get(id)?.bytes.length).toBe(200_000);
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  test("refuses bytes that are not those that were looked at", async () => {
    const storage = bucket();
    const id = randomUUID();
    await using staged = await storage.stage(once(randomBytes(1_000)));
    const others = { ...staged, sha256: createHash("sha256").update("outros").digest("base64url") };
    await expect(storage.keep(others, id)).rejects.toMatchObject({
      code: "unavailable",
      cause: { message: expect.stringContaining("alterado") },
    });
    expect(s3.objects.has(id)).toBe(false);
  });

  test("that fails while it gives a file ends the stream with an error, so that half a file is never taken for a whole one", async () => {
    const id = await keep(bucket(), randomBytes(2_000_000));
    s3.beIn("cut");
    await expect(read(bucket(), id)).rejects.toThrow();
    s3.beIn("refusing");
    await expect(bucket().read(id)).rejects.toMatchObject({
      code: "unavailable",
      cause: { message: expect.stringContaining("recusado") },
    });
  });

  test("is asked for no file but by its id, and never for many at once", () => {
    expect(
      s3.seen.filter((line) => !/^(PUT|GET|DELETE) \/academia\/[0-9a-f-]{36}$|^GET \/(academia|outro)\/?$/.test(line)),
    ).toEqual([]);
  });
});
