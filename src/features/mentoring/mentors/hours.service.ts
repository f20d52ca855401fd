import { and, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { isAhead } from "../mentorship-sessions/mentorship-sessions.service.ts";
import { mentorshipSessions } from "../mentorship-sessions/mentorship-sessions.table.ts";
import type { Agenda, FreeHours, HeldHour } from "./hours.answers.ts";
import { ASKED_DAYS, HELD_MINUTES, SESSION_MINUTES } from "./hours.policy.ts";
import type { AgendaInput, ProfileInput } from "./hours.schema.ts";
import { heldHours, mentorBlocks, mentorHours } from "./hours.table.ts";
import { isAvailable, occupiedPlaces, waitingRequests } from "./mentor-facts.service.ts";
import { mentors } from "./mentors.table.ts";
import { type Availability, type Busy, freeSlots } from "./slots.ts";

type MentorRow = typeof mentors.$inferSelect;

const { mentorId, menteeId, status, scheduledDate, durationMinutes, createdAt } = mentorshipSessions;

/** SQL: the hour of the query's session is taken: arranged, or asked for so lately that the mentor may still answer. */
const isTaken = sql`(${status} = 'accepted' or (${status} = 'pending' and ${createdAt} > now() - make_interval(days => ${ASKED_DAYS})))
  and ${isAhead}`;

/** SQL: a mentor's hours in the week and days away, with their row. */
const withHours = {
  mentor: mentors,
  hours: sql<Availability["hours"]>`(select coalesce(
      jsonb_agg(jsonb_build_object('weekday', h.weekday, 'startsAt', h.starts_at, 'endsAt', h.ends_at) order by h.weekday, h.starts_at), '[]')
    from ${mentorHours} h where h.mentor_id = ${mentors.userId})`,
  blocks: sql<AgendaInput["blocks"]>`(select coalesce(
      jsonb_agg(jsonb_build_object('from', b."from", 'until', b."until", 'word', b.word) order by b."from", b.id), '[]')
    from ${mentorBlocks} b where b.mentor_id = ${mentors.userId})`,
};

type WithHours = { mentor: MentorRow; hours: Availability["hours"]; blocks: AgendaInput["blocks"] };

/**
 * What takes hours away from mentors for a viewer: what is arranged with them or asked of them, the viewer's own sessions, and what somebody
 * else is writing for. Two queries, whatever their number.
 */
async function readBusy(db: Db, ids: string[], viewerId: string): Promise<(mentorUserId: string) => Busy[]> {
  const [taken, held] = await Promise.all([
    db
      .select({ mentorId, menteeId, from: scheduledDate, minutes: durationMinutes })
      .from(mentorshipSessions)
      .where(and(or(inArray(mentorId, ids), eq(menteeId, viewerId)), isTaken)),
    db
      .select()
      .from(heldHours)
      .where(and(inArray(heldHours.mentorId, ids), ne(heldHours.memberId, viewerId), gt(heldHours.expiresAt, sql`now()`))),
  ]);
  const busy = (from: Date, minutes: number): Busy => ({ from: from.getTime(), until: from.getTime() + minutes * 60_000 });
  return (id) => [
    ...taken.flatMap(({ mentorId, menteeId, from, minutes }) =>
      from && (mentorId === id || menteeId === viewerId) ? [busy(from, minutes)] : [],
    ),
    ...held.flatMap(({ mentorId, startsAt }) => (mentorId === id ? [busy(startsAt, SESSION_MINUTES)] : [])),
  ];
}

const availabilityOf = ({ mentor, hours, blocks }: WithHours): Availability => ({ ...mentor, hours, blocks });

/** The first free hour of each mentor for a viewer, by the mentor's member id; without those who have none. */
export async function nextHours(db: Db, ids: string[], viewerId: string): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const [rows, busyOf] = await Promise.all([
    db.select(withHours).from(mentors).where(inArray(mentors.userId, ids)),
    readBusy(db, ids, viewerId),
  ]);
  return new Map(
    rows.flatMap((row) => {
      const [next] = freeSlots(availabilityOf(row), busyOf(row.mentor.userId), new Date(), 1);
      return next ? [[row.mentor.userId, next] as const] : [];
    }),
  );
}

/** The free hours of a mentor for a viewer; none for one who takes no requests. @throws AppError not_found */
async function slotsOf(db: Db, userId: string, viewerId: string): Promise<Date[]> {
  const [[row], busyOf] = await Promise.all([
    db
      .select({ ...withHours, available: isAvailable })
      .from(mentors)
      .innerJoin(profiles, eq(profiles.id, mentors.userId))
      .where(eq(mentors.userId, userId)),
    readBusy(db, [userId], viewerId),
  ]);
  if (!row) throw new AppError("not_found");
  return row.available ? freeSlots(availabilityOf(row), busyOf(userId), new Date()) : [];
}

/** A mentor's free hours for the member who asks, who may have asked for one of them already. @throws AppError not_found */
export async function readFreeHours(ctx: Ctx, userId: string): Promise<FreeHours> {
  const actor = requireActor(ctx);
  const slots = await slotsOf(ctx.db, userId, actor.id);
  return { hours: slots.map((slot) => slot.toISOString()), minutes: SESSION_MINUTES };
}

const TAKEN = "Esta hora acabou de ser tomada. Escolha outra: o que você escreveu continua aqui.";

/**
 * Keeps a free hour for the member who writes a request, for some minutes; the one they chose before is free again.
 * @throws AppError not_found, conflict where somebody else has it
 */
export async function holdHour(ctx: Ctx, userId: string, startsAt: string): Promise<HeldHour> {
  const actor = requireActor(ctx);
  const start = new Date(startsAt);
  const slots = await slotsOf(ctx.db, userId, actor.id);
  if (!slots.some((slot) => slot.getTime() === start.getTime())) throw new AppError("conflict", { message: TAKEN });
  const expiresAt = new Date(Date.now() + HELD_MINUTES * 60_000);
  await ctx.db.transaction(async (tx) => {
    await tx.delete(heldHours).where(and(eq(heldHours.memberId, actor.id), ne(heldHours.startsAt, start)));
    const [held] = await tx
      .insert(heldHours)
      .values({ mentorId: userId, startsAt: start, memberId: actor.id, expiresAt })
      .onConflictDoUpdate({
        target: [heldHours.mentorId, heldHours.startsAt],
        set: { memberId: actor.id, expiresAt },
        setWhere: sql`${heldHours.memberId} = ${actor.id} or ${heldHours.expiresAt} <= now()`,
      })
      .returning();
    if (!held) throw new AppError("conflict", { message: TAKEN });
  });
  return { until: expiresAt.toISOString() };
}

/**
 * Whether nobody else has what a request asks for, in its transaction, which holds the mentor's row; the hour that was kept for it is free again.
 * @throws AppError conflict where somebody else has it
 */
export async function takeHour(tx: Db, memberId: string, mentorUserId: string, start: Date): Promise<void> {
  const until = new Date(start.getTime() + SESSION_MINUTES * 60_000);
  const [taken] = await tx
    .select({ id: mentorshipSessions.id })
    .from(mentorshipSessions)
    .where(
      and(
        eq(mentorId, mentorUserId),
        isTaken,
        sql`mentorship_range(${scheduledDate}, ${durationMinutes}) && tstzrange(${start.toISOString()}, ${until.toISOString()})`,
      ),
    )
    .limit(1);
  const [held] = await tx
    .select({ memberId: heldHours.memberId })
    .from(heldHours)
    .where(
      and(
        eq(heldHours.mentorId, mentorUserId),
        eq(heldHours.startsAt, start),
        ne(heldHours.memberId, memberId),
        gt(heldHours.expiresAt, sql`now()`),
      ),
    );
  if (taken || held) throw new AppError("conflict", { message: TAKEN });
  await tx.delete(heldHours).where(eq(heldHours.memberId, memberId));
}

const noMentor = () => new AppError("forbidden", { message: "Esta página é de quem é mentor." });

/** The row of the mentor who acts. @throws AppError unauthenticated; forbidden for who is no mentor */
export async function requireMentor(ctx: Ctx): Promise<MentorRow> {
  const actor = requireActor(ctx);
  const [row] = await ctx.db.select().from(mentors).where(eq(mentors.userId, actor.id));
  if (!row) throw noMentor();
  return row;
}

/** A mentor's own hours and profile. @throws AppError forbidden for who is no mentor */
export async function readAgenda(ctx: Ctx): Promise<Agenda> {
  const actor = requireActor(ctx);
  const [[row], busyOf] = await Promise.all([
    ctx.db
      .select({
        ...withHours,
        occupied: occupiedPlaces,
        requests: waitingRequests,
      })
      .from(mentors)
      .where(eq(mentors.userId, actor.id)),
    readBusy(ctx.db, [actor.id], actor.id),
  ]);
  if (!row) throw noMentor();
  const { mentor, hours, blocks, occupied, requests } = row;
  const [next] = mentor.isActive ? freeSlots(availabilityOf(row), busyOf(mentor.userId), new Date(), 1) : [];
  const { timeZone, noticeHours, gapMinutes, maxMentees, pausedUntil, bio, specialties, isActive } = mentor;
  return {
    ...{ timeZone, noticeHours, gapMinutes, maxMentees, pausedUntil, bio, specialties, isActive },
    ...{ hours: [...hours], blocks, occupied, requests },
    nextHour: next?.toISOString() ?? null,
  };
}

/** Saves a mentor's hours, for new requests from now on; who waits for an answer is told of a pause that begins. @throws AppError forbidden for who is no mentor */
export async function saveAgenda(ctx: Ctx, { hours, blocks, pausedUntil, ...settings }: AgendaInput): Promise<Agenda> {
  const { id: userId } = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(mentors).where(eq(mentors.userId, userId)).for("update");
    if (!before) throw noMentor();
    const today = new Date().toLocaleDateString("sv-SE", { timeZone: settings.timeZone });
    const until = pausedUntil !== null && pausedUntil > today ? pausedUntil : null;
    await tx
      .update(mentors)
      .set({ ...settings, pausedUntil: until, ...(until === null && { unansweredInRow: 0 }) })
      .where(eq(mentors.userId, userId));
    await tx.delete(mentorHours).where(eq(mentorHours.mentorId, userId));
    if (hours.length > 0) await tx.insert(mentorHours).values(hours.map((one) => ({ ...one, mentorId: userId })));
    await tx.delete(mentorBlocks).where(eq(mentorBlocks.mentorId, userId));
    if (blocks.length > 0) await tx.insert(mentorBlocks).values(blocks.map((one) => ({ ...one, mentorId: userId })));
    if (until !== null && until !== before.pausedUntil) {
      const waiting = await tx
        .select({ id: mentorshipSessions.id, menteeId })
        .from(mentorshipSessions)
        .where(and(eq(mentorId, userId), eq(status, "pending")));
      for (const { id, menteeId } of waiting)
        if (menteeId) await ctx.notify(tx, "mentoring-away", { memberId: menteeId }, { mentorshipSessionId: id, until });
    }
  });
  return readAgenda(ctx);
}

/** Saves what a mentor says of themselves. @throws AppError forbidden for who is no mentor */
export async function saveProfile(ctx: Ctx, { bio, specialties }: ProfileInput): Promise<Agenda> {
  const actor = requireActor(ctx);
  await ctx.db.update(mentors).set({ bio, specialties }).where(eq(mentors.userId, actor.id));
  return readAgenda(ctx);
}
