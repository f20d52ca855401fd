import { addMinutes } from "date-fns/addMinutes";
import { eq } from "drizzle-orm";
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import { requireActor } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import { type MentorshipSessionRow, openMentorshipSession } from "./mentorship-sessions.service.ts";
import { mentorshipSessionEvents } from "./mentorship-sessions.table.ts";

const TITLE = "Sessão de mentoria";

/** An iCalendar file (RFC 5545) of a mentorship session. Its title says no more than a calendar seen by others should. */
function renderCalendar(
  { id, scheduledDate, durationMinutes, place, updatedAt, status }: MentorshipSessionRow & { scheduledDate: Date },
  url: string,
  sequence: number,
): string {
  const cancelled = status === "cancelled";
  const calendar = ical({
    prodId: { company: "Academia", product: "Mentoria", language: "PT" },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${id}@academia`,
    sequence,
    ...(cancelled && { status: ICalEventStatus.CANCELLED }),
    stamp: updatedAt,
    start: scheduledDate,
    end: addMinutes(scheduledDate, durationMinutes),
    summary: TITLE,
    location: place,
    description: url,
    url,
    alarms: [{ type: ICalAlarmType.display, triggerBefore: 3_600, description: TITLE }],
  });
  return calendar.toString();
}

/**
 * The calendar file of a session that has or had a date: always of the same event, with a number that each move raises, so that a calendar moves
 * or strikes out what it has. @throws AppError not_found, conflict while nothing was ever arranged
 */
export async function readCalendar(ctx: Ctx, mentorshipSessionId: string): Promise<string> {
  const { mentorshipSession } = await openMentorshipSession(ctx.db, requireActor(ctx), mentorshipSessionId);
  const moves = await ctx.db
    .select({ move: mentorshipSessionEvents.move })
    .from(mentorshipSessionEvents)
    .where(eq(mentorshipSessionEvents.mentorshipSessionId, mentorshipSessionId));
  const { scheduledDate, status } = mentorshipSession;
  const wasArranged = status === "accepted" || status === "completed" || moves.some(({ move }) => move === "accept");
  if (!scheduledDate || !wasArranged) throw new AppError("conflict", { message: "Esta sessão não tem data marcada." });
  return renderCalendar(
    { ...mentorshipSession, scheduledDate },
    `${publicAddress(ctx.env)}/mentoria/sessao/${mentorshipSession.id}`,
    moves.length,
  );
}
