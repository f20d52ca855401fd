import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import { requireActor } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import { type MentorshipSessionRow, openMentorshipSession } from "./mentorship-sessions.service.ts";

const stamp = (date: Date): string => date.toISOString().replace(/[-:]|\.\d{3}/g, "");

const escapeText = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");

/** Lines of at most 75 octets, continued with a space (RFC 5545, 3.1), never cut inside a character. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const character of line) {
    if (Buffer.byteLength(part + character) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part].join("\r\n ");
}

/** An iCalendar file (RFC 5545) of a session. Its title says no more than a calendar seen by others should. */
export function renderCalendar(
  mentorshipSession: Pick<MentorshipSessionRow, "id" | "durationMinutes" | "place" | "updatedAt"> & { scheduledDate: Date },
  url: string,
): string {
  const end = new Date(mentorshipSession.scheduledDate.getTime() + mentorshipSession.durationMinutes * 60_000);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Academia//Mentoria//PT",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${mentorshipSession.id}@academia`,
    `DTSTAMP:${stamp(mentorshipSession.updatedAt)}`,
    `DTSTART:${stamp(mentorshipSession.scheduledDate)}`,
    `DTEND:${stamp(end)}`,
    "SUMMARY:Sessão de mentoria",
    ...(mentorshipSession.place ? [`LOCATION:${escapeText(mentorshipSession.place)}`] : []),
    `DESCRIPTION:${escapeText(url)}`,
    `URL:${url}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Sessão de mentoria",
    "TRIGGER:-PT1H",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(fold).join("\r\n")}\r\n`;
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
