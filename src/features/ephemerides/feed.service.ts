import { createHmac, timingSafeEqual } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import ical, { ICalEventRepeatingFreq, ICalEventTransparency } from "ical-generator";
import { profiles } from "#app/features/account/account.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { type Env, publicAddress } from "#app/server/env.ts";
import { standingOf } from "#app/server/gate.ts";
import { deriveKey } from "#app/server/seal.ts";
import type { CalendarFeed, Ephemeris } from "./ephemerides.answers.ts";
import { dayIn, ephemeridesFor } from "./ephemerides.service.ts";

const UUID_BYTES = 16;

/** The secret part of an address: whose it is, and a proof that only this academy can make. Another number makes another one. */
function tokenOf(env: Env, memberId: string, number: number): string {
  const member = Buffer.from(memberId.replaceAll("-", ""), "hex");
  const proof = createHmac("sha256", deriveKey(env, "calendar feed")).update(member).update(String(number)).digest();
  return Buffer.concat([member, proof]).toString("base64url");
}

/** Whose an address says it is. It proves nothing yet. */
function memberOf(token: string): string | undefined {
  const hex = Buffer.from(token, "base64url").subarray(0, UUID_BYTES).toString("hex");
  return hex.length === 2 * UUID_BYTES ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") : undefined;
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const addressOf = (env: Env, memberId: string, number: number) =>
  `${publicAddress(env)}/api/ephemerides/calendar.ics?token=${tokenOf(env, memberId, number)}`;

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
  const id = memberOf(token);
  const [member] = id ? await ctx.db.select().from(profiles).where(eq(profiles.id, id)) : [];
  const isOpen =
    member?.calendarFeed && standingOf(member) === "full" && isSame(token, tokenOf(ctx.env, member.id, member.calendarFeed));
  if (!isOpen) throw new AppError("not_found");
  return calendarOf(ctx, member.degree);
}

/** The files by degree and day: all readers of a degree get the same one. */
const rendered = new Map<Degree, { key: string; file: string }>();

function calendarOf(ctx: Ctx, degree: Degree): string {
  const entries = ephemeridesFor(ctx, degree);
  const today = isoDayInBrasilia(new Date());
  const key = `${today} ${entries.map(({ of, title }) => of.path + title).join()}`;
  const known = rendered.get(degree);
  if (known?.key === key) return known.file;
  const file = renderCalendar(entries, Number(today.slice(0, 4)), publicAddress(ctx.env));
  rendered.set(degree, { key, file });
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
