import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { recordAccess, recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import type { ContactMessage, ContactMessageList } from "./contact.answers.ts";
import type { MessageListInput, MessageState, ResolveInput } from "./contact.schema.ts";
import { contactMessages } from "./contact.table.ts";

const PAGE_SIZE = 20;

/** Each message is in exactly one state; a resolved one is no longer set aside. */
const IN_STATE: Record<MessageState, SQL> = {
  open: and(isNull(contactMessages.resolvedAt), sql`not ${contactMessages.suspect}`)!,
  suspect: and(isNull(contactMessages.resolvedAt), sql`${contactMessages.suspect}`)!,
  resolved: isNotNull(contactMessages.resolvedAt),
};

const NEWEST = {
  written: keyset("descending", [contactMessages.createdAt, "timestamptz"], [contactMessages.id, "uuid"]),
  resolved: keyset("descending", [contactMessages.resolvedAt, "timestamptz"], [contactMessages.id, "uuid"]),
};

/** The messages of one state, newest first, for administrators. @throws AppError forbidden */
export async function listMessages(ctx: Ctx, { state, after }: MessageListInput): Promise<ContactMessageList> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "contact-messages.view");
  const newest = NEWEST[state === "resolved" ? "resolved" : "written"];
  const countOf = (wanted: MessageState) => ctx.db.$count(contactMessages, IN_STATE[wanted]);
  const [rows, open, resolved, suspect] = await Promise.all([
    selectMessages(ctx, newest.cursor)
      .where(and(IN_STATE[state], newest.behind(after)))
      .orderBy(...newest.orderBy)
      .limit(PAGE_SIZE + 1),
    countOf("open"),
    countOf("resolved"),
    countOf("suspect"),
  ]);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  return { messages: page.map(presentMessage), next, counts: { open, resolved, suspect } };
}

const selectMessages = (ctx: Pick<Ctx, "db">, cursor = NEWEST.written.cursor) =>
  ctx.db
    .select({ message: contactMessages, resolver: profiles.name, cursor })
    .from(contactMessages)
    .leftJoin(profiles, eq(profiles.id, contactMessages.resolvedBy));

type MessageRow = Pick<Awaited<ReturnType<typeof selectMessages>>[number], "message" | "resolver">;

function presentMessage({ message, resolver }: MessageRow): ContactMessage {
  const { id, name, email, subject, message: text, userId, suspect, createdAt, resolvedAt } = message;
  return {
    id,
    name,
    email,
    subject,
    message: text,
    fromMember: userId !== null,
    suspect,
    createdAt: createdAt.toISOString(),
    resolved: resolvedAt && { at: resolvedAt.toISOString(), by: resolver },
  };
}

/**
 * Marks a message as resolved, or opens it again. Repeating it changes nothing: the first time and name are kept.
 * @throws AppError forbidden, not_found
 */
export async function resolveMessage(ctx: Ctx, id: string, { resolved }: ResolveInput): Promise<ContactMessage> {
  const actor = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(contactMessages)
      .set(resolved ? { resolvedAt: sql`now()`, resolvedBy: actor.id } : { resolvedAt: null, resolvedBy: null, suspect: false })
      .where(
        and(eq(contactMessages.id, id), resolved ? isNull(contactMessages.resolvedAt) : isNotNull(contactMessages.resolvedAt)),
      )
      .returning({ id: contactMessages.id });
    const [found] = await selectMessages({ db: tx }).where(eq(contactMessages.id, id));
    if (!found) throw new AppError("not_found");
    if (changed.length > 0)
      await recordAudit(tx, {
        actorId: actor.id,
        action: "contact-message.handle",
        targetType: "contact-message",
        targetId: id,
        details: { resolved },
      });
    return presentMessage(found);
  });
}

/** Deletes a message at its writer's wish, or because it is spam. @throws AppError forbidden, not_found */
export async function deleteMessage(ctx: Ctx, id: string): Promise<void> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const [deleted] = await tx.delete(contactMessages).where(eq(contactMessages.id, id)).returning({ id: contactMessages.id });
    if (!deleted) throw new AppError("not_found");
    await recordAudit(tx, {
      actorId: actor.id,
      action: "contact-message.delete",
      targetType: "contact-message",
      targetId: id,
    });
  });
}

/** Removes what was resolved 30 days ago, and what was set aside 30 days ago and nobody took up (content/privacidade.md). */
export const purgeMessages: Job<"purge-contact-messages"> = {
  retries: 2,
  cron: "37 4 * * *",
  run: async ({ db }) => {
    const old = sql`now() - interval '30 days'`;
    await db
      .delete(contactMessages)
      .where(or(lt(contactMessages.resolvedAt, old), and(IN_STATE.suspect, lt(contactMessages.createdAt, old))));
  },
};
