import { and, asc, desc, eq, getTableColumns, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { files } from "#app/server/files/files.table.ts";
import { releaseFiles } from "#app/server/files/records.ts";
import { readGroup } from "#app/server/notify/write-notice.ts";
import { conversationGroup } from "../mentorship-sessions/mentorship-sessions.notices.ts";
import { canWrite } from "../mentorship-sessions/mentorship-sessions.policy.ts";
import {
  announceToParties,
  factsOf,
  holdParties,
  type MentorshipSessionRow,
  openMentorshipSession,
} from "../mentorship-sessions/mentorship-sessions.service.ts";
import { mentorshipSessions } from "../mentorship-sessions/mentorship-sessions.table.ts";
import { attachFile, isPicture } from "./message-files.ts";
import type { Message, MessagesPage, ReadMark } from "./messages.answers.ts";
import { CHANGE_MINUTES, type MessagesInput, type NewMessageInput, type ReadInput } from "./messages.schema.ts";
import { mentorshipMessages } from "./messages.table.ts";

const PAGE_SIZE = 50;

/** A message with what is known of its file. */
const MESSAGE = {
  ...getTableColumns(mentorshipMessages),
  file: { mediaType: files.mediaType, size: files.size },
};
type MessageRow = typeof mentorshipMessages.$inferSelect & { file: { mediaType: string; size: number } | null };

const messagesWith = (db: Db, where: SQL | undefined) =>
  db.select(MESSAGE).from(mentorshipMessages).leftJoin(files, eq(files.id, mentorshipMessages.fileId)).where(where);

const theMessage = (mentorshipSessionId: string, number: number) =>
  and(eq(mentorshipMessages.mentorshipSessionId, mentorshipSessionId), eq(mentorshipMessages.number, number));

function presentMessage(row: MessageRow, viewerId: string): Message {
  const { number, authorId, body, maskedAt, createdAt, editedAt, deletedAt, file, fileName } = row;
  return {
    number,
    mine: authorId === viewerId,
    body: maskedAt || deletedAt || authorId === null ? null : body,
    file: file && { name: fileName!, size: file.size, picture: isPicture(file.mediaType) },
    at: createdAt.toISOString(),
    edited: editedAt !== null,
    deleted: deletedAt !== null,
  };
}

/**
 * The latest messages of a session, those before a number, or the first ones after a number; oldest first.
 * @throws AppError not_found
 */
export async function listMessages(
  ctx: Ctx,
  mentorshipSessionId: string,
  { before, after }: MessagesInput,
): Promise<MessagesPage> {
  const actor = requireActor(ctx);
  const { mentorshipSession, side } = await openMentorshipSession(ctx.db, actor, mentorshipSessionId);
  const asked = and(
    eq(mentorshipMessages.mentorshipSessionId, mentorshipSessionId),
    before === undefined ? undefined : lt(mentorshipMessages.number, before),
    after === undefined ? undefined : gt(mentorshipMessages.number, after),
  );
  const rows = await messagesWith(ctx.db, asked)
    .orderBy(after === undefined ? desc(mentorshipMessages.number) : asc(mentorshipMessages.number))
    .limit(PAGE_SIZE + 1);
  const page = rows.slice(0, PAGE_SIZE);
  if (after === undefined) page.reverse();
  return {
    messages: page.map((row) => presentMessage(row, actor.id)),
    more: rows.length > PAGE_SIZE,
    unread: mentorshipSession.messageCount - (side === "mentor" ? mentorshipSession.mentorRead : mentorshipSession.menteeRead),
    otherRead: side === "mentor" ? mentorshipSession.menteeRead : mentorshipSession.mentorRead,
  };
}

/**
 * Writes a message to the other party; its writer counts as having read what came before. The same key again changes nothing.
 * @throws AppError not_found, conflict (the conversation is closed), too_many_tries, invalid_input where the file is gone
 */
export async function sendMessage(
  ctx: Ctx,
  mentorshipSessionId: string,
  { body, key, fileId, fileName }: NewMessageInput,
): Promise<Message> {
  const actor = requireActor(ctx);
  await ctx.limits.take("message", actor.id);
  return ctx.db.transaction(async (tx) => {
    await holdParties(tx, actor.id, mentorshipSessionId);
    const { mentorshipSession, side } = await openMentorshipSession(tx, actor, mentorshipSessionId, true);
    const sameKey = and(eq(mentorshipMessages.mentorshipSessionId, mentorshipSessionId), eq(mentorshipMessages.key, key));
    const [written] = await messagesWith(tx, sameKey);
    if (written?.authorId === actor.id) return presentMessage(written, actor.id);
    if (!canWrite(factsOf(mentorshipSession)) || written)
      throw new AppError("conflict", { message: "Esta conversa está encerrada." });
    const number = mentorshipSession.messageCount + 1;
    const file = fileId === "" ? {} : await attachFile(tx, mentorshipSessionId, { fileId, fileName });
    await tx
      .insert(mentorshipMessages)
      .values({ mentorshipSessionId, number, key, authorId: actor.id, side, body, ...file, createdAt: sql`clock_timestamp()` });
    const [message] = await messagesWith(tx, theMessage(mentorshipSessionId, number));
    await tx
      .update(mentorshipSessions)
      .set({
        messageCount: number,
        lastMessageAt: message!.createdAt,
        ...(side === "mentor" ? { mentorRead: number } : { menteeRead: number }),
      })
      .where(eq(mentorshipSessions.id, mentorshipSessionId));
    await tellReader(ctx, tx, mentorshipSession, actor.id);
    await announceToParties(tx, mentorshipSession, "conversation");
    return presentMessage(message!, actor.id);
  });
}

/**
 * Changes a member's own message, or takes its words back, within fifteen minutes; that it was done stays to be seen.
 * @throws AppError not_found, forbidden for the other side's, conflict when it is too late or the words are gone
 */
export async function changeMessage(
  ctx: Ctx,
  { mentorshipSessionId, number }: { mentorshipSessionId: string; number: number },
  body: string | null,
): Promise<Message> {
  const actor = requireActor(ctx);
  return ctx.db.transaction(async (tx) => {
    await holdParties(tx, actor.id, mentorshipSessionId);
    const { mentorshipSession } = await openMentorshipSession(tx, actor, mentorshipSessionId, true);
    const which = theMessage(mentorshipSessionId, number);
    const [row] = await tx.select().from(mentorshipMessages).where(which);
    if (!row) throw new AppError("not_found");
    if (row.authorId !== actor.id) throw new AppError("forbidden");
    if (Date.now() - row.createdAt.getTime() > CHANGE_MINUTES * 60_000)
      throw new AppError("conflict", { message: `Uma mensagem se muda ou exclui só nos primeiros ${CHANGE_MINUTES} minutos.` });
    if (row.deletedAt) throw new AppError("conflict", { message: "Esta mensagem já foi excluída." });
    if (body === null) await releaseFiles(tx, [row.fileId]);
    const taken = { body: "", fileId: null, fileName: null, deletedAt: sql`now()` };
    await tx
      .update(mentorshipMessages)
      .set(body === null ? taken : { body, editedAt: sql`now()` })
      .where(which);
    const [changed] = await messagesWith(tx, which);
    await announceToParties(tx, mentorshipSession, "mentoring"); // open pages read the conversation again
    return presentMessage(changed!, actor.id);
  });
}

/** A line under the bell of the other party; their letter waits until they have not come for a while (reminders.ts). */
async function tellReader(ctx: Ctx, tx: Db, mentorshipSession: MentorshipSessionRow, writerId: string): Promise<void> {
  const { id, mentorId, menteeId, status, scheduledDate } = mentorshipSession;
  const readerId = writerId === mentorId ? menteeId : mentorId;
  if (!readerId) return;
  const date = status === "accepted" ? scheduledDate : null; // before, it is only a wish
  const facts = { mentorshipSessionId: id, scheduledDate: date?.toISOString() ?? null };
  await ctx.notify(tx, "mentoring-message", { memberId: readerId, from: writerId }, facts);
}

/** Writes down how far the member has read; it never goes back, nor beyond what was written. @throws AppError not_found */
export async function markRead(ctx: Ctx, mentorshipSessionId: string, { upTo }: ReadInput): Promise<ReadMark> {
  const actor = requireActor(ctx);
  const { mentorshipSession, side } = await openMentorshipSession(ctx.db, actor, mentorshipSessionId);
  const before = side === "mentor" ? mentorshipSession.mentorRead : mentorshipSession.menteeRead;
  const column = side === "mentor" ? mentorshipSessions.mentorRead : mentorshipSessions.menteeRead;
  const read = sql`greatest(${column}, least(${upTo}::int, ${mentorshipSessions.messageCount}))`;
  const [row] = await ctx.db
    .update(mentorshipSessions)
    .set(side === "mentor" ? { mentorRead: read } : { menteeRead: read })
    .where(eq(mentorshipSessions.id, mentorshipSessionId))
    .returning({ count: mentorshipSessions.messageCount, read: column });
  const unread = row!.count - row!.read;
  const other = { ...mentorshipSession, ...(side === "mentor" ? { mentorId: null } : { menteeId: null }) };
  if (row!.read > before) await announceToParties(ctx.db, other, "conversation"); // they see that it was read
  if (unread === 0) await readGroup(ctx.db, actor.id, conversationGroup(mentorshipSessionId));
  return { unread };
}
