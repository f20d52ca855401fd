import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { releaseFiles } from "#app/server/files/records.ts";
import { mentorshipMessages } from "../messages/messages.table.ts";
import { announceToParties, sideOf } from "./mentorship-sessions.service.ts";
import { mentorshipSessionEvents, mentorshipSessions } from "./mentorship-sessions.table.ts";
import { recordMove } from "./moves.service.ts";

/** Replaces a removed member's words. */
const MASKED_TITLE = "Sessão de mentoria";
export const REMOVED_REASON = "A conta foi removida.";

/**
 * Takes a member's words out of mentoring, in the transaction that deletes them and before it does: their open sessions are
 * cancelled (the other parties get a letter from `remindMentoring`), and of what they keep, everything they wrote is erased.
 * Sessions whose other party is gone too are deleted. Their row among the mentors, and their ids in what remains, go with their account
 * by the tables' own rules.
 */
export async function maskMember(tx: Db, userId: string): Promise<void> {
  const { mentorId, menteeId } = mentorshipSessions;
  // Moves hold their members before they lock a session (`holdMembers`): in the same order nobody waits in a circle.
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
  const { authorId, fileId } = mentorshipMessages;
  const written = await tx.select({ fileId }).from(mentorshipMessages).where(eq(authorId, userId));
  await releaseFiles(
    tx,
    written.map((message) => message.fileId),
  );
  await tx
    .delete(mentorshipSessions)
    .where(or(and(eq(mentorId, userId), isNull(menteeId)), and(eq(menteeId, userId), isNull(mentorId))));
  await cancelOpenMentorshipSessions(tx, userId);
  const erased = { body: "", fileId: null, fileName: null, maskedAt: sql`now()` };
  await tx.update(mentorshipMessages).set(erased).where(eq(authorId, userId));
  await tx
    .update(mentorshipSessionEvents)
    .set({ reason: null })
    .where(and(eq(mentorshipSessionEvents.actorId, userId), sql`${mentorshipSessionEvents.reason} is not null`));
  const changed = { updatedAt: sql`clock_timestamp()` };
  const asMentor = await tx
    .update(mentorshipSessions)
    .set({ ...changed, place: null, nextStep: null })
    .where(eq(mentorId, userId))
    .returning();
  const asMentee = await tx
    .update(mentorshipSessions)
    .set({ ...changed, title: MASKED_TITLE, description: "", ratingComment: null })
    .where(eq(menteeId, userId))
    .returning();
  for (const mentorshipSession of [...asMentor, ...asMentee]) await announceToParties(tx, mentorshipSession, "mentoring");
}

async function cancelOpenMentorshipSessions(tx: Db, userId: string): Promise<void> {
  const { mentorId, menteeId, status } = mentorshipSessions;
  const open = await tx
    .select()
    .from(mentorshipSessions)
    .where(and(or(eq(mentorId, userId), eq(menteeId, userId)), sql`${status} in ('pending', 'accepted')`))
    .orderBy(mentorshipSessions.id)
    .for("update");
  for (const mentorshipSession of open) {
    const side = sideOf(mentorshipSession, userId)!;
    const move = mentorshipSession.status === "accepted" ? "cancel" : side === "mentor" ? "decline" : "withdraw";
    const [cancelled] = await tx
      .update(mentorshipSessions)
      .set({
        ...{ status: "cancelled", endedAt: sql`now()`, tellRemoval: true },
        ...{ proposedDate: null, proposedMinutes: null, proposedPlace: null, proposedBy: null },
      })
      .where(eq(mentorshipSessions.id, mentorshipSession.id))
      .returning();
    await recordMove(tx, cancelled!, move, { actorId: null, side, from: mentorshipSession.status, reason: REMOVED_REASON });
  }
}
