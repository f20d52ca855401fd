import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files } from "#app/server/files/files.table.ts";
import { purgeFiles } from "#app/server/files/purge-files.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { pdf, png } from "#tests/support/books.ts";
import { expectError } from "#tests/support/server-log.ts";
import { addBook, BOOK, ITEMS, inDatabase, inPieces, onDisk, upload } from "#tests/support/uploads.ts";
import type { LibraryRecord } from "./library.answers.ts";

const app = testApp();
const admin = () => app.member({ role: "admin" });

describe("the files of an item", () => {
  const made = async (member: TestMember) => {
    const cover = (await upload(member, "cover", await png())).body.id;
    const document = (await upload(member, "document", pdf(70_000))).body.id;
    return { cover, document, item: await addBook(member, { coverId: cover, documentId: document }) };
  };
  const stored = (id: string) => onDisk(app).includes(id);

  test("stay with a change that does not name them", async () => {
    const member = await admin();
    const { cover, document, item } = await made(member);
    const { body } = await member.put<LibraryRecord>(`${ITEMS}/${item.id}`, { ...BOOK, title: "Outro", version: 1 });
    expect(body).toMatchObject({ coverImageUrl: item.coverImageUrl, document: item.document });
    expect([stored(cover), stored(document)]).toEqual([true, true]);
  });

  test("go, bytes and all, when they are replaced or taken away", async () => {
    const member = await admin();
    const { cover, document, item } = await made(member);
    const other = (await upload(member, "cover", await png(300, 300))).body.id;
    const change = { ...BOOK, version: 1, coverId: other, documentId: null };
    const { body } = await member.put<LibraryRecord>(`${ITEMS}/${item.id}`, change);
    expect(body).toMatchObject({ coverImageUrl: `/api/library/covers/${other}`, document: null });
    expect([stored(cover), stored(document), stored(other)]).toEqual([false, false, true]);
    expect((await member.get(item.coverImageUrl!)).status).toBe(404);
    expect((await member.get(item.document!.url)).status).toBe(404);
  });

  test("go with the item", async () => {
    const member = await admin();
    const { cover, document, item } = await made(member);
    await member.delete(`${ITEMS}/${item.id}`);
    expect([stored(cover), stored(document)]).toEqual([false, false]);
    const left = await inDatabase(app);
    expect(left).not.toContain(cover);
    expect(left).not.toContain(document);
  });

  test("stay when the change is refused", async () => {
    const member = await admin();
    const { cover, item } = await made(member);
    const other = (await upload(member, "cover", await png(300, 300))).body.id;
    expect(other).toBeDefined();
    const refused = await member.put(`${ITEMS}/${item.id}`, { ...BOOK, version: 9, coverId: other });
    expect(refused.status).toBe(409);
    expect(stored(cover)).toBe(true);
    expect((await member.put(`${ITEMS}/${item.id}`, { ...BOOK, version: 1, coverId: other })).status).toBe(200);
  });

  test("an upload that no item has is nobody's to read", async () => {
    const member = await admin();
    const { id } = (await upload(member, "cover", await png())).body;
    expect((await member.get(`/api/library/covers/${id}`)).status).toBe(404);
  });
});

describe("reading a file", () => {
  const bytes = pdf(1_000);
  const book = async () => {
    const member = await admin();
    const { id } = (await upload(member, "document", bytes)).body;
    return { member, url: (await addBook(member, { documentId: id })).document!.url };
  };

  test.each([
    ["bytes=0-9", 206, "bytes 0-9/1000", [0, 10]],
    ["bytes=990-", 206, "bytes 990-999/1000", [990, 1_000]],
    ["bytes=-10", 206, "bytes 990-999/1000", [990, 1_000]],
    ["bytes=-5000", 206, "bytes 0-999/1000", [0, 1_000]],
    ["bytes=500-99999", 206, "bytes 500-999/1000", [500, 1_000]],
    ["bytes=0-0,5-6", 200, null, [0, 1_000]],
    ["bytes=9-2", 200, null, [0, 1_000]],
    ["pages=1-2", 200, null, [0, 1_000]],
    ["bytes=-", 200, null, [0, 1_000]],
    ["bytes=1000-", 416, "bytes */1000", [0, 0]],
    ["bytes=-0", 416, "bytes */1000", [0, 0]],
  ] as const)("range %s answers %i", async (range, status, contentRange, [start, end]) => {
    const { member, url } = await book();
    const response = await member.send(url, { headers: { range } });
    expect([response.status, response.headers.get("content-range")]).toEqual([status, contentRange]);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true);
    if (status !== 416) expect(response.headers.get("content-length")).toBe(String(end - start));
  });

  test("what did not change is not sent again, and a range of something else is the whole", async () => {
    const { member, url } = await book();
    const etag = (await member.get(url)).headers.get("etag")!;
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const unchanged = await member.send(url, { headers: { "if-none-match": header } });
      expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
    }
    expect((await member.send(url, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    expect((await member.send(url, { headers: { range: "bytes=0-9", "if-range": etag } })).status).toBe(206);
    expect((await member.send(url, { headers: { range: "bytes=0-9", "if-range": '"other"' } })).status).toBe(200);
  });

  test("HEAD says all about it without the content", async () => {
    const { member, url } = await book();
    const response = await member.send(url, { method: "HEAD" });
    expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([200, "1000", ""]);
    expect((await app.visitor.send(url, { method: "HEAD" })).status).toBe(401);
  });

  test.each([
    ["an emoji where it is cut", `${"a".repeat(119)}😀 e mais`, `${"a".repeat(119)}😀`],
    ["only emoji", "😀".repeat(100), "😀".repeat(100)],
    ["quotes, a line break and controls", 'O "livro"\r\nX-Evil: 1\t\u0001\u0085 dele', "O livro X-Evil 1 dele"],
    ["an order of writing that hides its end", "livro\u202efdp.exe", "livro fdp.exe"],
    ["only what file systems refuse", '"<>:/\\|?*..', "livro"],
  ])("a title with %s names the file it is saved as", async (_, title, name) => {
    const member = await admin();
    const { id } = (await upload(member, "document", bytes)).body;
    const { document } = await addBook(member, { documentId: id, title });
    const { status, headers } = await member.get(document!.url);
    expect(status).toBe(200);
    const [, , plain, encoded] = /^attachment; filename=("?)([\w .()-]+)\1(?:; filename\*=UTF-8''([\w.%~!-]+))?$/.exec(
      headers.get("content-disposition")!,
    )!;
    expect(encoded === undefined ? plain : decodeURIComponent(encoded)).toBe(`${name}.pdf`);
    expect(plain).toMatch(/\.pdf$/);
  });

  test("bytes that are gone from the disk are not found", async () => {
    const { member, url } = await book();
    const [row] = await app.services.db
      .select({ id: files.id })
      .from(files)
      .where(sql`size = 1000`)
      .orderBy(sql`created_at desc`);
    await app.services.files.remove(row!.id);
    expect((await member.get(url)).status).toBe(404);
  });
});

describe("what uploads left behind", () => {
  const purge = () => purgeFiles.run(app.services, {});
  const age = (id: string) =>
    app.services.db.update(files).set({ createdAt: sql`now() - interval '25 hours'` }).where(eq(files.id, id));

  test("is purged after a day: what was never attached, and nothing else", async () => {
    const member = await admin();
    const ids = await Promise.all([1, 2, 3].map(async () => (await upload(member, "document", pdf())).body.id));
    const [old, fresh, attached] = ids as [string, string, string];
    await addBook(member, { documentId: attached });
    await Promise.all([age(old), age(attached)]);
    await purge();
    expect([old, fresh, attached].map((id) => onDisk(app).includes(id))).toEqual([false, true, true]);
    expect((await member.post(ITEMS, { ...BOOK, documentId: old })).body.fields).toHaveProperty("documentId");
  });

  test("bytes without a record and parts of uploads go when they are a day old", async () => {
    const staged = await app.services.files.stage(inPieces(pdf()) as never);
    const unknown = crypto.randomUUID();
    await app.services.files.keep(await app.services.files.stage(inPieces(pdf()) as never), unknown);
    await purge();
    expect(onDisk(app)).toEqual(expect.arrayContaining([unknown, staged.path.split("/").at(-1)!]));
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(staged.path, yesterday, yesterday);
    await utimes(join(join(app.services.env.DATA_DIR, "files"), unknown.slice(0, 2), unknown), yesterday, yesterday);
    await purge();
    expect(onDisk(app)).not.toContain(unknown);
    expect(onDisk(app).some((name) => name.endsWith(".part"))).toBe(false);
  });

  test("many files without a record are no leftovers: they stay, for somebody to look at the database", async () => {
    expectError(/many stored files have no record/);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    const ids = Array.from({ length: 51 }, () => crypto.randomUUID());
    for (const id of ids) {
      await app.services.files.keep(await app.services.files.stage(inPieces(pdf()) as never), id);
      await utimes(join(app.services.env.DATA_DIR, "files", id.slice(0, 2), id), yesterday, yesterday);
    }
    await purge();
    expect(onDisk(app)).toEqual(expect.arrayContaining(ids));
    await app.services.files.remove(ids[0]!);
    await purge();
    for (const id of ids) expect(onDisk(app)).not.toContain(id);
  });
});
