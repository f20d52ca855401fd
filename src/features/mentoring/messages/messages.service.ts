import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import type { Feed, StreamEvent } from "#app/server/realtime/event-stream.ts";
import { announce } from "#app/server/realtime/live.ts";
import { canWrite } from "../sessions/sessions.policy.ts";
import { factsOf, holdMembers, openSession, sessionTopic, sideOf } from "../sessions/sessions.service.ts";
import { mentorshipSessions } from "../sessions/sessions.table.ts";
import type { Message, MessagesInput, MessagesPage, NewMessageInput, ReadInput } from "./messages.schema.ts";
import { mentorshipMessages } from "./messages.table.ts";

const PAGE_SIZE = 50;
/** Messages that a stream reads at once; more follow in the next turn. */
const STREAM_BATCH = 100;

type MessageRow = Pick<typeof mentorshipMessages.$inferSelect, "number" | "authorId" | "body" | "maskedAt" | "createdAt">;

const presentMessage = ({ number, authorId, body, maskedAt, createdAt }: MessageRow, viewerId: string): Message => ({
  number,
  mine: authorId === viewerId,
  body: maskedAt || authorId === null ? null : body,
  at: createdAt.toISOString(),
});

/** The latest messages of a session, or those before a number; oldest first. @throws AppError not_found */
export async function listMessages(ctx: Ctx, sessionId: string, { before }: MessagesInput): Promise<MessagesPage> {
  const actor = requireActor(ctx);
  const { session, side } = await openSession(ctx.db, actor, sessionId);
  const rows = await ctx.db
    .select()
    .from(mentorshipMessages)
    .where(
      and(eq(mentorshipMessages.sessionId, sessionId), before === undefined ? undefined : lt(mentorshipMessages.number, before)),
    )
    .orderBy(desc(mentorshipMessages.number))
    .limit(PAGE_SIZE + 1);
  const page = rows.slice(0, PAGE_SIZE).reverse();
  return {
    messages: page.map((row) => presentMessage(row, actor.id)),
    more: rows.length > PAGE_SIZE,
    unread: session.messageCount - (side === "mentor" ? session.mentorRead : session.menteeRead),
  };
}

/**
 * Writes a message to the other party; whoever writes has read what came before. The same key again changes nothing.
 * @throws AppError not_found, conflict (the conversation is closed), too_many_tries
 */
export async function sendMessage(ctx: Ctx, sessionId: string, { body, key }: NewMessageInput): Promise<Message> {
  const actor = requireActor(ctx);
  await ctx.limits.take("message", actor.id);
  return ctx.db.transaction(async (tx) => {
    await holdMembers(tx, [actor.id]);
    const { session, side } = await openSession(tx, actor, sessionId, true);
    const [written] = await tx
      .select()
      .from(mentorshipMessages)
      .where(and(eq(mentorshipMessages.sessionId, sessionId), eq(mentorshipMessages.key, key)));
    if (written?.authorId === actor.id) return presentMessage(written, actor.id);
    if (!canWrite(factsOf(session)) || written) throw new AppError("conflict", { message: "Esta conversa está encerrada." });
    const number = session.messageCount + 1;
    const [message] = await tx
      .insert(mentorshipMessages)
      .values({ sessionId, number, key, authorId: actor.id, side, body, createdAt: sql`clock_timestamp()` })
      .returning();
    await tx
      .update(mentorshipSessions)
      .set({
        messageCount: number,
        lastMessageAt: message!.createdAt,
        ...(side === "mentor" ? { mentorRead: number } : { menteeRead: number }),
      })
      .where(eq(mentorshipSessions.id, sessionId));
    await announce(tx, sessionTopic(sessionId));
    return presentMessage(message!, actor.id);
  });
}

/** Writes down how far the member has read; it never goes back, nor beyond what was written. @throws AppError not_found */
export async function markRead(ctx: Ctx, sessionId: string, { upTo }: ReadInput): Promise<{ unread: number }> {
  const actor = requireActor(ctx);
  const { side } = await openSession(ctx.db, actor, sessionId);
  const column = side === "mentor" ? mentorshipSessions.mentorRead : mentorshipSessions.menteeRead;
  const read = sql`greatest(${column}, least(${upTo}::int, ${mentorshipSessions.messageCount}))`;
  const [row] = await ctx.db
    .update(mentorshipSessions)
    .set(side === "mentor" ? { mentorRead: read } : { menteeRead: read })
    .where(eq(mentorshipSessions.id, sessionId))
    .returning({ count: mentorshipSessions.messageCount, read: column });
  return { unread: row!.count - row!.read };
}

const streamQueries = preparedOnce((db: Db) => ({
  state: db
    .select({
      mentorId: mentorshipSessions.mentorId,
      menteeId: mentorshipSessions.menteeId,
      updatedAt: mentorshipSessions.updatedAt,
      messageCount: mentorshipSessions.messageCount,
    })
    .from(mentorshipSessions)
    .where(eq(mentorshipSessions.id, sql.placeholder("sessionId")))
    .prepare(`${QUICK}stream_state`),
  messages: db
    .select({
      number: mentorshipMessages.number,
      authorId: mentorshipMessages.authorId,
      body: mentorshipMessages.body,
      maskedAt: mentorshipMessages.maskedAt,
      createdAt: mentorshipMessages.createdAt,
    })
    .from(mentorshipMessages)
    .where(
      and(
        eq(mentorshipMessages.sessionId, sql.placeholder("sessionId")),
        gt(mentorshipMessages.number, sql.placeholder("after")),
      ),
    )
    .orderBy(mentorshipMessages.number)
    .limit(STREAM_BATCH)
    .prepare(`${QUICK}stream_messages`),
}));

/**
 * What an open page of a session follows: `session` events when a move changed it, `message` events with their number as id.
 * Everything is read from the tables, after the number the browser has, so nothing is lost between two connections.
 * @throws AppError not_found
 */
export async function followSession(ctx: Ctx, sessionId: string, after: number): Promise<Feed> {
  const actor = requireActor(ctx);
  await openSession(ctx.db, actor, sessionId);
  return { topic: sessionTopic(sessionId), read: readerOf(ctx.db, actor, sessionId, after) };
}

function readerOf(db: Db, actor: Actor, sessionId: string, after: number): Feed["read"] {
  const queries = streamQueries(db);
  let last = after;
  let version = "";
  return async () => {
    const [state] = await queries.state.execute({ sessionId });
    if (!state || !sideOf(state, actor.id)) return null;
    const events: StreamEvent[] = [];
    const updatedAt = state.updatedAt.toISOString();
    if (updatedAt !== version) events.push({ event: "session", data: { updatedAt } });
    version = updatedAt;
    if (state.messageCount > last) {
      const rows = await queries.messages.execute({ sessionId, after: last });
      for (const row of rows) events.push({ event: "message", data: presentMessage(row, actor.id), id: String(row.number) });
      last = rows.at(-1)?.number ?? last;
    }
    return events;
  };
}
