import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { containsWord } from "#app/features/account/member-search.service.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { nextHours } from "./hours.service.ts";
import { isAvailable, medianReplyMinutes, occupiedPlaces } from "./mentor-facts.service.ts";
import type { MentorCard, MentorList } from "./mentors.answers.ts";
import { requestRefusal } from "./mentors.policy.ts";
import type { MentorSearchInput } from "./mentors.schema.ts";
import { mentors } from "./mentors.table.ts";

const PAGE_SIZE = 20;
/** What members search mentors by; never an address. */
const mentorText = sql`fold_text(${profiles.name} || ' ' || coalesce(${profiles.lodge}, '') || ' ' || array_to_string(${mentors.specialties}, ' '))`;

/** SQL: whether a mentor has hours on a day, and is not away then. Whether one of them is still free, the dialog of the request says. */
const hasHoursOn = (day: string): SQL => sql`(
  exists (select from mentor_hours h where h.mentor_id = ${mentors.userId} and h.weekday = extract(dow from ${day}::date))
  and not exists (select from mentor_blocks b where b.mentor_id = ${mentors.userId} and ${day}::date between b."from" and b.until))`;

const best = keyset(
  "descending",
  [mentors.rating, "float8"],
  [mentors.totalMentorshipSessions, "bigint"],
  [mentors.createdAt, "timestamptz"],
  [mentors.id, "uuid"],
);

/**
 * The active mentors, highest rating first, with what the viewer may ask of each and the first hour they could choose; those whose name, Lodge or
 * specialties contain the words, who have hours on the day. The page is picked before its figures are counted.
 */
export async function listMentors(ctx: Ctx, { q = "", day, after }: Partial<MentorSearchInput>): Promise<MentorList> {
  const actor = requireActor(ctx);
  const words = q.split(/\s+/).filter(Boolean);
  const mine = (more: SQL) => sql`from mentorship_sessions mine where mine.mentee_id = ${actor.id} and ${more}`;
  const isTheirs = sql`mine.mentor_id = ${mentors.userId}`;
  const picked = ctx.db
    .select({ id: mentors.id })
    .from(mentors)
    .innerJoin(profiles, eq(profiles.id, mentors.userId))
    .where(
      and(
        isAvailable,
        best.behind(after),
        day ? hasHoursOn(day) : undefined,
        ...words.map((word) => containsWord(mentorText, word)),
      ),
    )
    .orderBy(...best.orderBy)
    .limit(PAGE_SIZE + 1);
  const rows = await ctx.db
    .select({
      mentor: mentors,
      name: profiles.name,
      lodge: profiles.lodge,
      cursor: best.cursor,
      // an address is for the two who have a session together
      email: sql<
        string | null
      >`case when ${mentors.userId} = ${actor.id} or exists (select ${mine(isTheirs)}) then ${profiles.email} end`,
      occupied: occupiedPlaces,
      replyMinutes: medianReplyMinutes,
      asked: sql<boolean>`exists (select ${mine(sql`${isTheirs} and mine.status = 'pending'`)})`,
      openRequests: sql<number>`(select count(*)::int ${mine(sql`mine.status = 'pending'`)})`,
    })
    .from(mentors)
    .innerJoin(profiles, eq(profiles.id, mentors.userId))
    .where(inArray(mentors.id, picked))
    .orderBy(...best.orderBy);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  const hours = await nextHours(
    ctx.db,
    page.map(({ mentor }) => mentor.userId),
    actor.id,
  );
  return {
    mentors: page.map(({ mentor, name, lodge, email, occupied, replyMinutes, asked, openRequests }): MentorCard => {
      const { userId, bio, specialties, maxMentees, rating, ratingCount, totalMentorshipSessions } = mentor;
      const refusal = requestRefusal({ own: userId === actor.id, isActive: true, occupied, maxMentees, asked, openRequests });
      return {
        ...{
          userId,
          name,
          lodge,
          email,
          bio,
          specialties,
          maxMentees,
          rating,
          ratingCount,
          totalMentorshipSessions,
          replyMinutes,
        },
        nextHour: hours.get(userId)?.toISOString() ?? null,
        freePlaces: Math.max(0, maxMentees - occupied),
        can: { request: refusal === null },
        refusal,
      };
    }),
    next,
  };
}
