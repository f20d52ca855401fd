import { desc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { mentorshipSessions } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import type { Facts, Kind } from "../notice-kinds.ts";

type Told<Of extends Kind> = {
  to: string;
  kind: Of;
  facts: Facts[Of];
  from?: string;
  hoursAgo: number;
  read?: true;
  count?: number;
};

/** What the demonstration's student and mentor were told in the last days: some of it read, some not. */
export async function seedNotices(tx: Db, ids: Map<string, string>): Promise<void> {
  const [student, mentor] = [ids.get("aluno@academia.example")!, ids.get("mentor@academia.example")!];
  const own = await tx
    .select()
    .from(mentorshipSessions)
    .where(eq(mentorshipSessions.menteeId, student))
    .orderBy(desc(mentorshipSessions.createdAt));
  const tell = async <Of extends Kind>({ to, kind, facts, from, hoursAgo, read, count }: Told<Of>) => {
    const at = new Date(Date.now() - hoursAgo * 3_600_000);
    await tx.insert(notices).values({
      userId: to,
      kind,
      facts,
      fromId: from ?? null,
      createdAt: at,
      readAt: read ? at : null,
      ...(count && { count }),
    });
  };
  for (const { id, mentorId, status, scheduledDate, durationMinutes, messageCount, menteeRead } of own) {
    if (!mentorId || !scheduledDate) continue;
    const date = scheduledDate.toISOString();
    const unread = messageCount - menteeRead;
    const move = { mentorshipSessionId: id, by: "mentor" as const, scheduledDate: date, durationMinutes };
    if (status === "accepted") await tell({ to: student, kind: "mentoring-accept", facts: move, from: mentorId, hoursAgo: 26 });
    if (status === "completed")
      await tell({ to: student, kind: "mentoring-complete", facts: move, from: mentorId, hoursAgo: 75, read: true });
    if (unread > 0) {
      const facts = { mentorshipSessionId: id, scheduledDate: status === "accepted" ? date : null };
      await tell({ to: student, kind: "mentoring-message", facts, from: mentorId, hoursAgo: 2, count: unread });
    }
    if (mentorId === mentor && status === "pending") {
      const facts = { ...move, by: "mentee" as const };
      await tell({ to: mentor, kind: "mentoring-request", facts, from: student, hoursAgo: 5 });
    }
  }
  const asked = await tx.select().from(mentorshipSessions).where(eq(mentorshipSessions.mentorId, mentor));
  for (const { id, menteeId, status, scheduledDate, durationMinutes } of asked)
    if (menteeId && menteeId !== student && (status === "pending" || status === "completed"))
      await tell({
        to: mentor,
        kind: status === "pending" ? "mentoring-request" : "mentoring-rate",
        facts: { mentorshipSessionId: id, by: "mentee", scheduledDate: scheduledDate?.toISOString() ?? null, durationMinutes },
        from: menteeId,
        hoursAgo: status === "pending" ? 20 : 96,
        ...(status === "completed" && { read: true }),
      });
  const phone = { device: "Chrome no Android", at: new Date(Date.now() - 52 * 3_600_000).toISOString() };
  await tell({ to: student, kind: "new-browser", facts: phone, hoursAgo: 52, read: true });
}
