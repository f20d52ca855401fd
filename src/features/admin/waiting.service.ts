import { and, eq, isNull, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";
import { PROMISED_DAYS as ADMISSION_DAYS } from "#app/features/admission/admission.schema.ts";
import { isWaiting as isAdmissionWaiting } from "#app/features/admission/admission.service.ts";
import { admissionRequests } from "#app/features/admission/admission.table.ts";
import { drafts } from "#app/features/authoring/authoring.table.ts";
import { waitsForReviewer } from "#app/features/authoring/authors.service.ts";
import { countWaitingPosts } from "#app/features/community/moderation/queue.service.ts";
import { contactMessages } from "#app/features/contact/contact.table.ts";
import { isUnjoined } from "#app/features/lodges/spellings.service.ts";
import { mentorshipSessions } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { PROMISED_DAYS as CONTESTATION_DAYS } from "#app/features/oversight/oversight.schema.ts";
import { contestations } from "#app/features/oversight/oversight.table.ts";
import { isStuck } from "#app/features/system/letters.service.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { mayBeAdmitted } from "#app/server/gate.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import type { Matter } from "./admin.answers.ts";
import { isDecision, type MatterKind } from "./admin.schema.ts";

const DAY_MS = 86_400_000;
/** After how many days a mentor's answer is the administration's concern, as the member was told (mentorship-sessions/reminders.ts). */
const MENTOR_DAYS = 7;

/** Within how many days an answer was promised. */
const PROMISED: Partial<Record<MatterKind, number>> = {
  degrees: ADMISSION_DAYS,
  admissions: ADMISSION_DAYS,
  contestations: CONTESTATION_DAYS,
};

/** How many decisions wait for the administration. @throws AppError forbidden */
export async function countMatters(ctx: Ctx): Promise<number> {
  const matters = await readMatters(ctx);
  return matters.filter(isDecision).reduce((sum, { count }) => sum + count, 0);
}

/** How many wait of a kind, since when the oldest, and whose it is. */
const countOf = (kind: MatterKind, from: SQLWrapper, where: SQL | undefined, at: SQLWrapper, who: SQLWrapper): SQL =>
  sql`select ${kind}::text as kind, count(*)::int as count, min(${at}) as oldest, (array_agg(${who} order by ${at}))[1] as first
    from ${from} where ${where}`;

const withMember = (table: SQLWrapper, userId: SQLWrapper): SQL => sql`${table} join ${profiles} on ${profiles.id} = ${userId}`;

/**
 * What waits for the administration, from every room, the oldest first: one statement, and another for what waits in the community, which depends on
 * the reader's degree. What is waiting for nobody is left out.
 * @throws AppError forbidden
 */
export async function readMatters(ctx: Ctx): Promise<Matter[]> {
  const actor = requireAdmin(ctx);
  const counts = [
    countOf(
      "degrees",
      withMember(degreeRequests, degreeRequests.userId),
      eq(degreeRequests.status, "pending"),
      degreeRequests.createdAt,
      profiles.name,
    ),
    countOf(
      "admissions",
      withMember(admissionRequests, admissionRequests.userId),
      and(isAdmissionWaiting, mayBeAdmitted(profiles)),
      admissionRequests.createdAt,
      profiles.name,
    ),
    countOf(
      "contestations",
      withMember(contestations, contestations.userId),
      isNull(contestations.answeredAt),
      contestations.createdAt,
      profiles.name,
    ),
    countOf(
      "messages",
      sql`${contactMessages}`,
      and(isNull(contactMessages.resolvedAt), eq(contactMessages.suspect, false)),
      contactMessages.createdAt,
      contactMessages.name,
    ),
    countOf("letters", sql`${outboxMails}`, isStuck, outboxMails.createdAt, outboxMails.recipient),
    countOf(
      "mentoring",
      withMember(mentorshipSessions, mentorshipSessions.menteeId),
      and(
        eq(mentorshipSessions.status, "pending"),
        lt(mentorshipSessions.createdAt, sql`now() - make_interval(days => ${MENTOR_DAYS})`),
      ),
      mentorshipSessions.createdAt,
      profiles.name,
    ),
    countOf(
      "texts",
      sql`${drafts} left join ${profiles} on ${profiles.id} = ${drafts.authorId}`,
      waitsForReviewer(actor),
      sql`coalesce(${drafts.submittedAt}, ${drafts.savedAt})`,
      profiles.name,
    ),
    countOf("spellings", sql`${profiles}`, isUnjoined, profiles.createdAt, profiles.lodge),
  ];
  const [{ rows }, posts] = await Promise.all([ctx.db.execute(sql.join(counts, sql` union all `)), countWaitingPosts(ctx)]);
  const matters = rows.map(({ kind, count, oldest, first }) => ({
    kind: kind as MatterKind,
    count: Number(count),
    oldest: oldest === null ? null : new Date(String(oldest)),
    first: first === null ? null : String(first),
  }));
  matters.push({ kind: "posts", first: null, ...posts });
  return matters
    .filter((matter) => matter.count > 0)
    .sort((one, other) => Number(one.oldest) - Number(other.oldest))
    .map(({ oldest, ...matter }) => ({
      ...matter,
      oldest: oldest!.toISOString(),
      late: Date.now() - Number(oldest) > (PROMISED[matter.kind] ?? Number.POSITIVE_INFINITY) * DAY_MS,
    }));
}
