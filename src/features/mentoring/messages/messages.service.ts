import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import type { EventStreamSource, StreamEvent } from "#app/server/realtime/event-stream.ts";
import { announce } from "#app/server/realtime/live.ts";
import { canWrite } from "../mentorship-sessions/mentorship-sessions.policy.ts";
import {
  factsOf,
  holdMembers,
  mentorshipSessionTopic,
  openMentorshipSession,
  sideOf,
} from "../mentorship-sessions/mentorship-sessions.service.ts";
import { mentorshipSessions } from "../mentorship-sessions/mentorship-sessions.table.ts";
import type { Message, MessagesPage, ReadMark } from "./messages.answers.ts";
import type { MessagesInput, NewMessageInput, ReadInput } from "./messages.schema.ts";
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
export async function listMessages(ctx: Ctx, mentorshipSessionId: string, { before }: MessagesInput): Promise<MessagesPage> {
  const actor = requireActor(ctx);
  const { mentorshipSession, side } = await openMentorshipSession(ctx.db, actor, mentorshipSessionId);
  const rows = await ctx.db
    .select()
    .from(mentorshipMessages)
    .where(
      and(
        eq(mentorshipMessages.mentorshipSessionId, mentorshipSessionId),
        before === undefined ? undefined : lt(mentorshipMessages.number, before),
      ),
    )
    .orderBy(desc(mentorshipMessages.number))
    .limit(PAGE_SIZE + 1);
  const page = rows.slice(0, PAGE_SIZE).reverse();
  return {
    messages: page.map((row) => presentMessage(row, actor.id)),
    more: rows.length > PAGE_SIZE,
    unread: mentorshipSession.messageCount - (side === "mentor" ? mentorshipSession.mentorRead : mentorshipSession.menteeRead),
  };
}

/**
 * Writes a message to the other party; its writer counts as having read what came before. The same key again changes nothing.
 * @throws AppError not_found, conflict (the conversation is closed), too_many_tries
 */
export async function sendMessage(ctx: Ctx, mentorshipSessionId: string, { body, key }: NewMessageInput): Promise<Message> {
  const actor = requireActor(ctx);
  await ctx.limits.take("message", actor.id);
  return ctx.db.transaction(async (tx) => {
    await holdMembers(tx, [actor.id]);
    const { mentorshipSession, side } = await openMentorshipSession(tx, actor, mentorshipSessionId, true);
    const [written] = await tx
      .select()
      .from(mentorshipMessages)
      .where(and(eq(mentorshipMessages.mentorshipSessionId, mentorshipSessionId), eq(mentorshipMessages.key, key)));
    if (written?.authorId === actor.id) return presentMessage(written, actor.id);
    if (!canWrite(factsOf(mentorshipSession)) || written)
      throw new AppError("conflict", { message: "Esta conversa está encerrada." });
    const number = mentorshipSession.messageCount + 1;
    const [message] = await tx
      .insert(mentorshipMessages)
      .values({ mentorshipSessionId, number, key, authorId: actor.id, side, body, createdAt: sql`clock_timestamp()` })
      .returning();
    await tx
      .update(mentorshipSessions)
      .set({
        messageCount: number,
        lastMessageAt: message!.createdAt,
        ...(side === "mentor" ? { mentorRead: number } : { menteeRead: number }),
      })
      .where(eq(mentorshipSessions.id, mentorshipSessionId));
    await announce(tx, mentorshipSessionTopic(mentorshipSessionId));
    return presentMessage(message!, actor.id);
  });
}

/** Writes down how far the member has read; it never goes back, nor beyond what was written. @throws AppError not_found */
export async function markRead(ctx: Ctx, mentorshipSessionId: string, { upTo }: ReadInput): Promise<ReadMark> {
  const actor = requireActor(ctx);
  const { side } = await openMentorshipSession(ctx.db, actor, mentorshipSessionId);
  const column = side === "mentor" ? mentorshipSessions.mentorRead : mentorshipSessions.menteeRead;
  const read = sql`greatest(${column}, least(${upTo}::int, ${mentorshipSessions.messageCount}))`;
  const [row] = await ctx.db
    .update(mentorshipSessions)
    .set(side === "mentor" ? { mentorRead: read } : { menteeRead: read })
    .where(eq(mentorshipSessions.id, mentorshipSessionId))
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
    .where(eq(mentorshipSessions.id, sql.placeholder("mentorshipSessionId")))
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
        eq(mentorshipMessages.mentorshipSessionId, sql.placeholder("mentorshipSessionId")),
        gt(mentorshipMessages.number, sql.placeholder("after")),
      ),
    )
    .orderBy(mentorshipMessages.number)
    .limit(STREAM_BATCH)
    .prepare(`${QUICK}stream_messages`),
}));

/**
 * What an open page of a session follows: `mentorshipSession` events when a move changed it, `message` events with their number as id.
 * Everything is read from the tables, after the number the browser has, so nothing is lost between two connections.
 * @throws AppError not_found
 */
export async function followMentorshipSession(ctx: Ctx, mentorshipSessionId: string, after: number): Promise<EventStreamSource> {
  const actor = requireActor(ctx);
  await openMentorshipSession(ctx.db, actor, mentorshipSessionId);
  return { topic: mentorshipSessionTopic(mentorshipSessionId), read: readerOf(ctx.db, actor, mentorshipSessionId, after) };
}

function readerOf(db: Db, actor: Actor, mentorshipSessionId: string, after: number): EventStreamSource["read"] {
  const queries = streamQueries(db);
  let last = after;
  let version = "";
  return async () => {
    const [state] = await queries.state.execute({ mentorshipSessionId });
    if (!state || !sideOf(state, actor.id)) return null;
    const events: StreamEvent[] = [];
    const updatedAt = state.updatedAt.toISOString();
    if (updatedAt !== version) events.push({ event: "mentorshipSession", data: { updatedAt } });
    version = updatedAt;
    if (state.messageCount > last) {
      const rows = await queries.messages.execute({ mentorshipSessionId, after: last });
      for (const row of rows) events.push({ event: "message", data: presentMessage(row, actor.id), id: String(row.number) });
      last = rows.at(-1)?.number ?? last;
    }
    return events;
  };
}
