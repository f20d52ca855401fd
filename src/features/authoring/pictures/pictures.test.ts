import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { readPictures } from "#app/content/pictures.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { files } from "#app/server/files/files.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { executable, png } from "#tests/support/books.ts";
import type { UploadedPicture } from "../authoring.answers.ts";
import type { LessonBody, Part } from "../authoring.schema.ts";
import { authors } from "../authoring.table.ts";
import { exportContent } from "../export-content.service.ts";
import { syncPictures } from "./picture-files.ts";
import { forgetUnusedPictures } from "./pictures.service.ts";
import { pictures } from "./pictures.table.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
const other = testApp();
const folder = mkdtempSync(join(tmpdir(), "academia-pictures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const aWriter = async (degree: Degree, ...parts: Part[]) => {
  const member = await app.member({ degree });
  for (const part of parts) await app.services.db.insert(authors).values({ memberId: member.id, degree, part });
  return member;
};
type Sent = { status: number; body: UploadedPicture & { code?: string; message?: string } };
const send = async (member: TestMember, body: Uint8Array, degree: Degree = "aprendiz"): Promise<Sent> => {
  const answer = await member.send(`/api/authoring/pictures/${degree}`, { method: "POST", body: new Uint8Array(body) });
  return { status: answer.status, body: (await answer.json()) as Sent["body"] };
};
/** One that no other test sends. */
let count = 0;
const aPicture = (width = 900, height = 600) => {
  count += 1;
  return sharp({ create: { width, height, channels: 3, background: { r: count, g: 90, b: 120 } } })
    .jpeg()
    .withExif({ IFD0: { Artist: "Um nome" } })
    .toBuffer();
};
const at = (id: string) => `/api/authoring/texts/lesson/${id}`;
const bodyOf = async (writer: TestMember, id: string): Promise<LessonBody> => (await writer.get(at(id))).body.published.body;
const withPicture = (body: LessonBody, id: string, rest = ' "Uma legenda: \\"fonte\\" & autor"'): LessonBody => ({
  ...body,
  markdown: body.markdown.replace("\n\n## ", `\n\n![O que se vê](imagem:${id}${rest})\n\n## `),
});
async function publish(author: TestMember, id: string, body: LessonBody): Promise<void> {
  await app.decide({ ownReview: "allowed" });
  const { body: saved } = await author.put(at(id), { version: 0, body });
  const sent = await author.post(`${at(id)}/submit`, { version: saved.version, reason: "Uma imagem" });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  expect((await author.post(`${at(id)}/publish`, { version: saved.version, at: null })).status).toBe(200);
}
const blocksOf = async (author: TestMember, id: string, body: LessonBody): Promise<string[]> => {
  const { remarks } = (await author.post(`${at(id)}/preview`, { body })).body;
  return remarks.filter((each: { blocks: boolean }) => each.blocks).map(({ message }: { message: string }) => message);
};

describe("a picture", () => {
  test("is made anew as WebP without what else it held, has the same name when it is sent again, and is seen by its degree", async () => {
    const author = await aWriter("mestre", "author");
    const bytes = await aPicture(2_400, 1_200);
    const { status, body } = await send(author, bytes, "mestre");
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ width: 1_600, height: 800, path: `/api/pictures/${body.id}` });
    expect(body.id).toMatch(/^[0-9a-f]{16}-1600x800$/);
    expect((await send(author, bytes, "mestre")).body.id).toBe(body.id);
    const seen = await author.send(body.path, {});
    expect(seen.headers.get("content-type")).toBe("image/webp");
    const { exif, format } = await sharp(Buffer.from(await seen.arrayBuffer())).metadata();
    expect([format, exif]).toEqual(["webp", undefined]);
    const again = await author.send(body.path, { headers: { "if-none-match": seen.headers.get("etag")! } });
    expect(again.status).toBe(304);
    const lower = await app.member({ degree: "companheiro" });
    expect((await lower.get(body.path)).status).toBe(404);
    expect((await lower.get("/api/pictures/0123456789abcdef-10x10")).status).toBe(404);
  });

  test("comes from the authors and reviewers of its degree, and is a picture of up to 5 MB", async () => {
    const author = await aWriter("companheiro", "author");
    const reader = await app.member({ degree: "mestre" });
    expect((await send(await aWriter("aprendiz", "reviewer"), await aPicture())).status).toBe(200);
    expect((await send(reader, await png())).status).toBe(403);
    expect((await send(author, await png(), "aprendiz")).status).toBe(403);
    expect((await send(author, await png(), "mestre")).status).toBe(403);
    const large = await send(author, Buffer.alloc(40 * 1024 * 1024), "companheiro");
    expect(large).toMatchObject({ status: 413, body: { message: expect.stringContaining("A imagem pode ter até 5 MB") } });
    const program = await send(author, executable(), "companheiro");
    expect(program).toMatchObject({ status: 415, body: { message: expect.stringContaining("JPEG, PNG ou WebP") } });
  });

  test("is shown in a lesson at once, taken along with its module, exported and brought in again", async () => {
    const author = await aWriter("aprendiz", "author");
    const { id, path } = (await send(author, await aPicture())).body;
    await publish(author, "m01-l02", withPicture(await bodyOf(author, "m01-l02"), id));
    const reader = await app.member();
    const { html } = (await reader.get("/api/modules/1/lessons/2/text")).body;
    expect(html).toContain(
      `<figure class="plate picture"><img src="${path}" width="900" height="600" alt="O que se vê" loading="lazy" decoding="async"><figcaption><span>Uma legenda: &quot;fonte&quot; &amp; autor</span></figcaption></figure>`,
    );
    expect((await reader.get("/api/offline/packages/lesson/m01-l02")).body.addresses).toContain(path);
    const first = join(folder, "first");
    await exportContent(app.services, first);
    expect(readPictures(first)).toEqual([{ id, degree: "aprendiz", path: `pictures/aprendiz/${id}.webp` }]);
    await syncPictures(other.services, first);
    const there = await (await other.member()).send(path, {});
    expect(Buffer.from(await there.arrayBuffer())).toEqual(readFileSync(join(first, `pictures/aprendiz/${id}.webp`)));
  });

  test("that is not there, of a higher degree, or without its words keeps a text back", async () => {
    const author = await aWriter("aprendiz", "author");
    const body = await bodyOf(author, "m01-l03");
    const { id: above } = (await send(await aWriter("mestre", "author"), await aPicture(), "mestre")).body;
    const { id } = (await send(author, await aPicture())).body;
    expect(await blocksOf(author, "m01-l03", withPicture(body, id))).toEqual([]);
    expect(await blocksOf(author, "m01-l03", withPicture(body, id, ""))).toEqual([
      `não se pode compor: a imagem "${id}" pede descrição e legenda`,
    ]);
    expect(await blocksOf(author, "m01-l03", withPicture(body, "0123456789abcdef-10x10"))).toEqual([
      "a imagem “0123456789abcdef-10x10” não existe: envie-a pelo botão Imagem",
    ]);
    expect(await blocksOf(author, "m01-l03", withPicture(body, above))).toEqual([expect.stringContaining("é do grau de Mestre")]);
  });

  test("is forgotten a day later where no text names it, as it is or as it was", async () => {
    const author = await aWriter("aprendiz", "author");
    const [drafted, unused, fresh] = [await aPicture(), await aPicture(), await aPicture()].map((bytes) => send(author, bytes));
    const ids = (await Promise.all([drafted!, unused!, fresh!])).map(({ body }) => body.id);
    await author.put(at("m01-l04"), { version: 0, body: withPicture(await bodyOf(author, "m01-l04"), ids[0]!) });
    const { db } = app.services;
    for (const id of ids.slice(0, 2))
      await db.update(pictures).set({ uploadedAt: sql`now() - interval '2 days'` }).where(eq(pictures.id, id));
    const [{ fileId } = { fileId: "" }] = await db.select().from(pictures).where(eq(pictures.id, ids[1]!));
    await forgetUnusedPictures(db);
    const left = (await db.select({ id: pictures.id }).from(pictures)).map(({ id }) => id);
    expect(ids.map((id) => left.includes(id))).toEqual([true, false, true]);
    const [file] = await db.select().from(files).where(eq(files.id, fileId));
    expect(file!.attachedAt).toBe(null);
  });
});
