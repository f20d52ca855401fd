import { and, eq, inArray, lt, notInArray, sql } from "drizzle-orm";
import { readPictures } from "#app/content/pictures.ts";
import type { Db } from "#app/db/client.ts";
import { lessonRevisions } from "#app/features/courses/courses.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { PICTURE_MENTION, picturesNamedIn } from "#app/lib/pictures.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { files } from "#app/server/files/files.table.ts";
import { releaseFiles } from "#app/server/files/records.ts";
import type { Download } from "#app/server/files/send-file.ts";
import { covers } from "#app/server/gate.ts";
import { draftCopies, drafts, editedTexts, textVersions } from "../authoring.table.ts";
import { pictures } from "./pictures.table.ts";

/** A picture of a text. A browser asks each time whether it may still show it, as it does of a cover: who has signed out may not. @throws AppError not_found */
export async function readPicture(ctx: Ctx, id: string): Promise<Download> {
  const actor = requireActor(ctx);
  const [file] = await ctx.db
    .select({ id: files.id, mediaType: files.mediaType, size: files.size, sha256: files.sha256 })
    .from(pictures)
    .innerJoin(files, eq(files.id, pictures.fileId))
    .where(and(eq(pictures.id, id), covers(actor.degree, pictures.degree)));
  if (!file) throw new AppError("not_found");
  return { ...file, cacheControl: "private, no-cache" };
}

/** The degree of each picture that a text names, as far as there are such pictures. */
export async function picturesOf(db: Db, markdown: string): Promise<ReadonlyMap<string, Degree>> {
  const named = picturesNamedIn(markdown);
  if (named.length === 0) return new Map();
  const rows = await db.select({ id: pictures.id, degree: pictures.degree }).from(pictures).where(inArray(pictures.id, named));
  return new Map(rows.map(({ id, degree }) => [id, degree]));
}

/** How many bytes pictures have together. */
export async function bytesOfPictures(db: Db, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const [counted] = await db
    .select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)::int` })
    .from(pictures)
    .innerJoin(files, eq(files.id, pictures.fileId))
    .where(inArray(pictures.id, ids));
  return counted!.bytes;
}

/** Forgets the pictures that no text names, neither as it is nor as it was, a day after they were sent; the daily purge removes their bytes. */
export async function forgetUnusedPictures(db: Db): Promise<void> {
  const mentioned = (text: ReturnType<typeof sql>, table: object) =>
    sql`select (regexp_matches(${text}, ${PICTURE_MENTION}, 'g'))[1] from ${table} where ${text} like '%imagem:%'`;
  const bodies = [drafts, draftCopies, textVersions, editedTexts].map((table) => mentioned(sql`${table.body}::text`, table));
  const lessons = mentioned(sql`${lessonRevisions.source}`, lessonRevisions);
  const ofFiles = readPictures().map(({ id }) => id);
  await db.transaction(async (tx) => {
    const gone = await tx
      .delete(pictures)
      .where(
        and(
          lt(pictures.uploadedAt, sql`now() - interval '1 day'`),
          ofFiles.length === 0 ? undefined : notInArray(pictures.id, ofFiles),
          sql`${pictures.id} not in (${sql.join([...bodies, lessons], sql` union all `)})`,
        ),
      )
      .returning({ fileId: pictures.fileId });
    await releaseFiles(
      tx,
      gone.map(({ fileId }) => fileId),
    );
  });
}
