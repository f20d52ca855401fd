import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { TextBody, TextRef } from "./authoring.schema.ts";
import { rowsOf, textVersions } from "./authoring.table.ts";

type NewVersion = Omit<typeof textVersions.$inferInsert, "id" | "kind" | "subjectId" | "number">;

/** Adds a version to the history of a text. @returns its number */
export async function addVersion(tx: Db, ref: TextRef, version: NewVersion): Promise<number> {
  const [last] = await tx
    .select({ number: textVersions.number })
    .from(textVersions)
    .where(rowsOf(textVersions, ref))
    .orderBy(desc(textVersions.number))
    .limit(1);
  const number = (last?.number ?? 0) + 1;
  await tx.insert(textVersions).values({ ...version, kind: ref.kind, subjectId: ref.id, number });
  return number;
}

/** Before a text is changed here for the first time, its history begins with what the repository had. */
export async function beginHistory(tx: Db, ref: TextRef, body: TextBody): Promise<void> {
  const [known] = await tx.select({ id: textVersions.id }).from(textVersions).where(rowsOf(textVersions, ref)).limit(1);
  if (!known) await addVersion(tx, ref, { origin: "repository", body, publishedAt: new Date() });
}

/**
 * What the repository has for a text that was edited here: a new text of it stands beside, unpublished, until somebody settles it. One that was
 * waiting and is out of date gives way.
 */
export async function noteRepositoryText(tx: Db, ref: TextRef, body: TextBody): Promise<void> {
  const [last] = await tx
    .select()
    .from(textVersions)
    .where(and(rowsOf(textVersions, ref), eq(textVersions.origin, "repository")))
    .orderBy(desc(textVersions.number))
    .limit(1);
  if (last && isDeepStrictEqual(last.body, body)) return;
  const [shown] = await tx
    .select({ body: textVersions.body })
    .from(textVersions)
    .where(and(rowsOf(textVersions, ref), isNotNull(textVersions.publishedAt)))
    .orderBy(desc(textVersions.number))
    .limit(1);
  await tx
    .update(textVersions)
    .set({ settledAt: new Date() })
    .where(
      and(
        rowsOf(textVersions, ref),
        eq(textVersions.origin, "repository"),
        isNull(textVersions.publishedAt),
        isNull(textVersions.settledAt),
      ),
    );
  if (shown && isDeepStrictEqual(shown.body, body)) return; // what was written here has come into the repository
  await addVersion(tx, ref, { origin: "repository", body });
}
