import { eq, sql } from "drizzle-orm";
import ical, { ICalEventRepeatingFreq, ICalEventTransparency } from "ical-generator";
import { profiles } from "#app/features/account/account.table.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { type Env, publicAddress } from "#app/server/env.ts";
import { standingOf } from "#app/server/gate.ts";
import { readSigned, signText } from "#app/server/seal.ts";
import type { CalendarFeed, Ephemeris } from "./ephemerides.answers.ts";
import { dayIn, ephemeridesFor } from "./ephemerides.service.ts";

const PURPOSE = "calendar feed";

/** The secret part says whose it is and which number it has; another number makes another address. */
const addressOf = (env: Env, memberId: string, number: number) =>
  `${publicAddress(env)}/api/ephemerides/calendar.ics?token=${signText(env, PURPOSE, `${memberId}.${number}`)}`;

/** The member's own address, where they have asked for one. */
export async function readFeed(ctx: Ctx): Promise<CalendarFeed> {
  const { id } = requireActor(ctx);
  const [row] = await ctx.db.select({ number: profiles.calendarFeed }).from(profiles).where(eq(profiles.id, id));
  return { address: row?.number ? addressOf(ctx.env, id, row.number) : null };
}

/** Makes an address, and a new one in the place of a former, which is dead from then on. @throws AppError too_many_tries */
export async function renewFeed(ctx: Ctx): Promise<CalendarFeed> {
  const { id } = requireActor(ctx);
  await ctx.limits.take("feedAddress", id);
  const next = sql`coalesce(${profiles.calendarFeed}, 0) + 1`;
  const [row] = await ctx.db.update(profiles).set({ calendarFeed: next }).where(eq(profiles.id, id)).returning();
  return { address: addressOf(ctx.env, id, row!.calendarFeed!) };
}

/** The calendar file at an address. @throws AppError not_found where it was renewed, or its member may read nothing now */
export async function readCalendarAt(ctx: Ctx, token: string): Promise<string> {
  const [id, number] = readSigned(ctx.env, PURPOSE, token)?.split(".") ?? [];
  const [member] = id ? await ctx.db.select().from(profiles).where(eq(profiles.id, id)) : [];
  if (!member || member.calendarFeed !== Number(number) || standingOf(member) !== "full") throw new AppError("not_found");
  return calendarOf(ctx, member.degree);
}

/** The file of each degree, as of a day and a version of the course: all its readers get the same one. */
const rendered = new Map<Degree, { today: string; catalogue: Catalogue; file: string }>();

function calendarOf(ctx: Ctx, degree: Degree): string {
  const [today, catalogue] = [isoDayInBrasilia(new Date()), ctx.catalogue()];
  const known = rendered.get(degree);
  if (known?.today === today && known.catalogue === catalogue) return known.file;
  const file = renderCalendar(ephemeridesFor(ctx, degree), Number(today.slice(0, 4)), publicAddress(ctx.env));
  rendered.set(degree, { today, catalogue, file });
  return file;
}

/** An iCalendar file (RFC 5545) with a yearly event of a whole day for each entry. @param year the first one @param site the academy's address */
export function renderCalendar(entries: Ephemeris[], year: number, site: string): string {
  const calendar = ical({ name: "Neste dia", prodId: { company: "Academia", product: "Efemerides", language: "PT" } });
  for (const entry of entries) {
    const { day, title, text, source, julian, of } = entry;
    calendar.createEvent({
      id: `${day}-efemeride@academia`,
      stamp: new Date(Date.UTC(year, 0, 1)),
      start: new Date(`${dayIn(year, entry)}T00:00:00Z`),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT, // a day that is still free
      repeating: { freq: ICalEventRepeatingFreq.YEARLY },
      summary: `${day.slice(0, 4)}: ${title}`,
      description: `${text}\n\n${source}${julian ? " Data do calendário juliano." : ""}`,
      url: site + of.path,
    });
  }
  return calendar.toString();
}
