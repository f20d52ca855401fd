import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { activeAdministrators, lockAdministrators } from "#app/features/account/administrators.service.ts";
import { OPERATOR, REMOVED_MEMBER } from "#app/features/audit/audit.schema.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor, requireAdmin } from "#app/server/context.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import type { ContestationQueue, Oversight, OversightLine } from "./oversight.answers.ts";
import { ACTS_ABOUT, type ContestationInput, LODGE_LOOK, LODGE_LOOK_WORDS } from "./oversight.schema.ts";
import { contestations } from "./oversight.table.ts";

const PAGE_SIZE = 30;
const QUEUE_SIZE = 50;
const newest = keyset("descending", [auditLog.at, "timestamptz"], [auditLog.id, "bigint"]);

const isKnownAct = (action: string): action is keyof typeof ACTS_ABOUT => action in ACTS_ABOUT;

/**
 * SQL: the lines of the log that are about a member, by others, of the last twelve months: acts about them, and looks at the list of their
 * present Lodge by those who hold or held an office of it.
 */
const isAbout = ({ id, lodgeId }: Pick<Actor, "id" | "lodgeId">): SQL =>
  and(
    sql`${auditLog.at} > now() - interval '12 months'`,
    or(isNull(auditLog.actorId), ne(auditLog.actorId, id)),
    or(
      and(eq(auditLog.memberId, id), inArray(auditLog.action, Object.keys(ACTS_ABOUT) as (keyof typeof ACTS_ABOUT)[])),
      lodgeId === null
        ? undefined
        : and(
            eq(auditLog.action, LODGE_LOOK),
            sql`exists (select from ${lodgeOfficers} o where o.lodge_id = ${lodgeId} and o.member_id = ${auditLog.actorId}
              and o.starts_at <= ${auditLog.at} and o.ends_at > ${auditLog.at})`,
          ),
    ),
  )!;

const selectLines = (db: Db, which: SQL | undefined, limit: number) =>
  db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorId: auditLog.actorId,
      action: auditLog.action,
      details: auditLog.details,
      name: profiles.name,
      cursor: newest.cursor,
    })
    .from(auditLog)
    .leftJoin(profiles, eq(profiles.id, auditLog.actorId))
    .where(which)
    .orderBy(...newest.orderBy)
    .limit(limit);

function presentLine({ id, at, actorId, action, details, name }: Awaited<ReturnType<typeof selectLines>>[number]): OversightLine {
  return {
    id,
    at: at.toISOString(),
    who: actorId === null ? OPERATOR : (name ?? REMOVED_MEMBER),
    office: typeof details.as === "string" ? details.as : action === LODGE_LOOK ? "oficial da sua Loja" : null,
    what: isKnownAct(action) ? ACTS_ABOUT[action] : LODGE_LOOK_WORDS,
  };
}

const inWords = ({ who, what }: OversightLine): string => `${who} ${what}`;

/** Who looked at a member and what others did about them, newest first, with what they contested. */
export async function readOversight(ctx: Ctx, { after }: { after?: string | undefined }): Promise<Oversight> {
  const actor = requireActor(ctx);
  const [rows, contested] = await Promise.all([
    selectLines(ctx.db, and(isAbout(actor), newest.behind(after)), PAGE_SIZE + 1),
    after === undefined
      ? ctx.db
          .select()
          .from(contestations)
          .where(eq(contestations.userId, actor.id))
          .orderBy(desc(contestations.createdAt))
          .limit(50)
      : [],
  ]);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  const lines = await linesOf(ctx.db, contested);
  return { lines: page.map(presentLine), next, contestations: contested.map((row) => presentContestation(row, lines)) };
}

type Row = typeof contestations.$inferSelect;

/** The lines that contestations are about, by number. */
async function linesOf(db: Db, rows: Row[]): Promise<Map<number, OversightLine & { actorId: string | null }>> {
  const ids = rows.flatMap(({ auditId }) => (auditId === null ? [] : [auditId]));
  if (ids.length === 0) return new Map();
  const found = await selectLines(db, inArray(auditLog.id, ids), ids.length);
  return new Map(found.map((row) => [row.id, { ...presentLine(row), actorId: row.actorId }]));
}

function presentContestation(row: Row, lines: ReadonlyMap<number, OversightLine>) {
  const { id, about, words, createdAt, answer, answeredAt, auditId } = row;
  const line = auditId === null ? undefined : lines.get(auditId);
  return {
    id,
    about,
    words,
    line: line ? inWords(line) : null,
    createdAt: createdAt.toISOString(),
    answer: answer !== null && answeredAt ? { text: answer, at: answeredAt.toISOString() } : null,
  };
}

/** The last acts of others about a member, for the administrators' page of them. */
export async function listActsAbout(db: Db, userId: string): Promise<OversightLine[]> {
  return (await selectLines(db, isAbout({ id: userId, lodgeId: null }), PAGE_SIZE)).map(presentLine);
}

/** Contests a line, or how one's data is treated in general; the administrators are told. @throws AppError not_found for a line that is not about the member, too_many_tries */
export async function contest(ctx: Ctx, { lineId, about, words }: ContestationInput): Promise<Oversight> {
  const actor = requireActor(ctx);
  await ctx.limits.take("contestation", actor.id);
  await ctx.db.transaction(async (tx) => {
    if (lineId !== null) {
      const [line] = await selectLines(tx, and(isAbout(actor), eq(auditLog.id, lineId)), 1);
      if (!line) throw new AppError("not_found");
    }
    const [lately] = await tx
      .select({ id: contestations.id })
      .from(contestations)
      .where(sql`${contestations.createdAt} > now() - interval '1 day' and ${contestations.answeredAt} is null`)
      .limit(1);
    await tx.insert(contestations).values({ userId: actor.id, auditId: lineId, about, words });
    if (lately) return; // the administrators have been told today
    for (const { id } of await activeAdministrators(tx))
      if (id !== actor.id) await ctx.notify(tx, "contestation-made", { memberId: id }, {});
  });
  return readOversight(ctx, {});
}

/** The contestations without an answer, oldest first. @throws AppError forbidden */
export async function listContestations(ctx: Ctx): Promise<ContestationQueue> {
  const actor = requireAdmin(ctx);
  const open = isNull(contestations.answeredAt);
  const [rows, total, administrators] = await Promise.all([
    ctx.db
      .select({ contestation: contestations, name: profiles.name })
      .from(contestations)
      .innerJoin(profiles, eq(profiles.id, contestations.userId))
      .where(open)
      .orderBy(asc(contestations.createdAt))
      .limit(QUEUE_SIZE),
    ctx.db.$count(contestations, open),
    activeAdministrators(ctx.db),
  ]);
  const lines = await linesOf(
    ctx.db,
    rows.map(({ contestation }) => contestation),
  );
  return {
    open: rows.map(({ contestation, name }) => ({
      ...presentContestation(contestation, lines),
      member: { id: contestation.userId, name },
      canAnswer: mayAnswer(actor, contestation, lines.get(contestation.auditId ?? 0)?.actorId ?? null, administrators.length),
    })),
    total,
  };
}

/** Neither who wrote it nor whom it is about, while another administrator could. */
const mayAnswer = (actor: Actor, { userId }: Row, aboutId: string | null, administrators: number): boolean =>
  administrators <= 1 || (actor.id !== userId && actor.id !== aboutId);

/** Answers a contestation, once; the member gets a letter. @throws AppError forbidden, not_found, conflict when it is answered already */
export async function answerContestation(ctx: Ctx, id: string, answer: string): Promise<ContestationQueue> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const administrators = await lockAdministrators(tx);
    const [row] = await tx.select().from(contestations).where(eq(contestations.id, id)).for("update");
    if (!row) throw new AppError("not_found");
    if (row.answeredAt) throw new AppError("conflict", { message: "Esta contestação já foi respondida." });
    const about = (await linesOf(tx, [row])).get(row.auditId ?? 0)?.actorId ?? null;
    if (!mayAnswer(actor, row, about, administrators.length))
      throw new AppError("forbidden", { message: "Quem é contestado não responde: outro administrador o faz." });
    await tx.update(contestations).set({ answer, answeredBy: actor.id, answeredAt: sql`now()` }).where(eq(contestations.id, id));
    await recordAudit(tx, {
      actorId: actor.id,
      action: "contestation.answer",
      targetType: "member",
      targetId: row.userId,
    });
    await ctx.notify(tx, "contestation-answered", { memberId: row.userId }, {});
  });
  return listContestations(ctx);
}
