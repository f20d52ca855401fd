import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { coversDegree, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor, requireAdmin, requireDegree } from "#app/server/context.ts";
import { covers, isReaderOf } from "#app/server/gate.ts";
import type { AuthorList } from "./authoring.answers.ts";
import { type AuthorInput, PART_LABEL, type Part } from "./authoring.schema.ts";
import { authors, drafts } from "./authoring.table.ts";

/** What a member may do with the texts of each degree that they may read. */
export type Parts = ReadonlyMap<Degree, ReadonlySet<Part>>;

export async function partsOf(db: Db, { id, degree: own, standing }: Pick<Actor, "id" | "degree" | "standing">): Promise<Parts> {
  if (standing !== "full") return new Map();
  const rows = await db.select().from(authors).where(eq(authors.memberId, id));
  return new Map(
    DEGREES.flatMap((degree) => {
      const parts = rows.filter((row) => row.degree === degree).map(({ part }) => part);
      return parts.length > 0 && coversDegree(own, degree) ? [[degree, new Set(parts)] as const] : [];
    }),
  );
}

/** Who writes or reviews something, or administers. @throws AppError unauthenticated, forbidden */
export async function requireWriter(ctx: Ctx): Promise<{ actor: Actor; parts: Parts }> {
  const actor = requireActor(ctx);
  const parts = await partsOf(ctx.db, actor);
  if (parts.size === 0 && actor.role !== "admin") throw new AppError("forbidden");
  return { actor, parts };
}

/** Who has one of these parts in a degree. @throws AppError unauthenticated, forbidden; locked for a degree above their own */
export async function requirePart(
  ctx: Ctx,
  degree: Degree,
  ...wanted: Part[]
): Promise<{ actor: Actor; parts: ReadonlySet<Part> }> {
  const { actor, parts } = await requireWriter(ctx);
  requireDegree(actor, degree);
  const own = parts.get(degree) ?? new Set<Part>();
  if (wanted.some((part) => own.has(part))) return { actor, parts: own };
  throw new AppError("forbidden", {
    message: `Para isto é preciso ser ${wanted.map((part) => PART_LABEL[part].toLowerCase()).join(" ou ")} deste grau.`,
  });
}

/** Who decides alone about what is published: reviewers, and authors where the house lets them review their own texts. */
export const decidingParts = (ctx: Ctx): readonly Part[] =>
  ctx.settings().ownReview === "allowed" ? ["author", "reviewer"] : ["reviewer"];

/** Whether a member writes anything now, for what their menu shows. */
export const writesAnything = async (db: Db, actor: Actor): Promise<boolean> => (await partsOf(db, actor)).size > 0;

/** The members who review a degree's texts now. */
export async function reviewersOf(db: Db, degree: Degree): Promise<string[]> {
  const rows = await db
    .select({ id: profiles.id })
    .from(authors)
    .innerJoin(profiles, eq(profiles.id, authors.memberId))
    .where(and(eq(authors.degree, degree), eq(authors.part, "reviewer"), isReaderOf(degree, profiles)));
  return rows.map(({ id }) => id);
}

/** SQL: a draft waits for a reviewer, and this member may be the one: they review its degree, and did not write in it. */
export const waitsForReviewer = ({ id, degree }: Pick<Actor, "id" | "degree">) =>
  and(
    eq(drafts.state, "review"),
    covers(degree, drafts.degree),
    sql`not (${drafts.writers} ? ${id}::text)`,
    sql`exists (select from ${authors} where ${authors.memberId} = ${id} and ${authors.degree} = ${drafts.degree} and ${authors.part} = 'reviewer')`,
  );

/** Who writes and who reviews, by degree. @throws AppError forbidden */
export async function listAuthors(ctx: Ctx): Promise<AuthorList> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({
      memberId: profiles.id,
      name: profiles.name,
      degree: authors.degree,
      part: authors.part,
      holds: isReaderOf(authors.degree, profiles),
    })
    .from(authors)
    .innerJoin(profiles, eq(profiles.id, authors.memberId))
    .orderBy(profiles.name);
  return { authors: rows };
}

/**
 * Lets a member write or review the texts of a degree, or no longer. Safe to repeat.
 * @throws AppError forbidden; invalid_input for somebody who is gone, does not take part or has not the degree
 */
export async function giveAuthorPart(ctx: Ctx, { memberId, degree, part, given }: AuthorInput): Promise<AuthorList> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    if (given) {
      const [member] = await tx
        .select({ id: profiles.id, holds: isReaderOf(degree, profiles) })
        .from(profiles)
        .where(eq(profiles.id, memberId))
        .for("update");
      if (!member) throw new AppError("invalid_input", { fields: { memberId: "Este membro não existe mais." } });
      if (!member.holds)
        throw new AppError("invalid_input", {
          fields: { memberId: "Este membro não tem o grau, ou não toma parte agora: não poderia ler o que escreveria." },
        });
      const added = await tx.insert(authors).values({ memberId, degree, part }).onConflictDoNothing().returning();
      if (added.length === 0) return;
    } else {
      const ended = await tx
        .delete(authors)
        .where(and(eq(authors.memberId, memberId), eq(authors.degree, degree), eq(authors.part, part)))
        .returning();
      if (ended.length === 0) return;
    }
    await recordAudit(tx, {
      actorId: actor.id,
      action: given ? "author.give" : "author.take",
      targetType: "member",
      targetId: memberId,
      details: { part: PART_LABEL[part].toLowerCase(), contentDegree: degree },
    });
    if (given) await ctx.notify(tx, "author-given", { memberId }, {});
  });
  return listAuthors(ctx);
}

/** The names of members, by id. */
export async function namesOf(db: Db, ids: (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: profiles.id, name: sql<string>`${profiles.name}` })
    .from(profiles)
    .where(inArray(profiles.id, wanted));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
