import { addMinutes } from "date-fns/addMinutes";
import ical, { ICalAlarmType, ICalCalendarMethod } from "ical-generator";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import { requireActor } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import { type MentorshipSessionRow, openMentorshipSession } from "./mentorship-sessions.service.ts";

const TITLE = "Sessão de mentoria";

/** An iCalendar file (RFC 5545) of a mentorship session. Its title says no more than a calendar seen by others should. */
function renderCalendar(
  { id, scheduledDate, durationMinutes, place, updatedAt }: MentorshipSessionRow & { scheduledDate: Date },
  url: string,
): string {
  const calendar = ical({
    prodId: { company: "Academia", product: "Mentoria", language: "PT" },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${id}@academia`,
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

/** The calendar file of a session that has a date. @throws AppError not_found, conflict while nothing is arranged */
export async function readCalendar(ctx: Ctx, mentorshipSessionId: string): Promise<string> {
  const { mentorshipSession } = await openMentorshipSession(ctx.db, requireActor(ctx), mentorshipSessionId);
  const { status, scheduledDate } = mentorshipSession;
  if (!scheduledDate || (status !== "accepted" && status !== "completed"))
    throw new AppError("conflict", { message: "Esta sessão não tem data marcada." });
  return renderCalendar(
    { ...mentorshipSession, scheduledDate },
    `${publicAddress(ctx.env)}/mentoria/sessao/${mentorshipSession.id}`,
  );
}
