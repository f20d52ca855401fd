import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { coversDegree, DEGREES, type Degree, degreesUpTo } from "#app/lib/degrees.ts";
import type { Standing } from "./context.ts";

/**
 * Who may read what, and who takes part, in SQL. Statements call these and never say it themselves (tests/unit/gate.test.ts finds one that
 * does); the same rule in code is `coversDegree` (src/lib/degrees.ts) and `standingOf` here (tests/api/gate.test.ts compares them).
 */

const RANKS = sql.raw(`array[${DEGREES.map((each) => `'${each}'`).join(", ")}]`);
const rankOf = (degree: SQLWrapper): SQL => sql`array_position(${RANKS}, ${degree})`;
const isOneOf = (degree: SQLWrapper, degrees: Degree[]): SQL => sql`${degree} = any(${sql.param(degrees)}::text[])`;

/** SQL: as `covers`, where null in `of` means that there is nothing to read. */
export function reaches(own: Degree | SQLWrapper, of: SQLWrapper): SQL<boolean> {
  return typeof own === "string" ? sql`(${isOneOf(of, degreesUpTo(own))})` : sql`(${rankOf(of)} <= ${rankOf(own)})`;
}

/**
 * SQL: whether who has a degree may read what is for another one and those above it, as `coversDegree` says it in code.
 * @param own the reader's degree, known or a column (a placeholder needs `::text`)
 * @param of the degree of what is read, known or a column; null is for everybody
 */
export function covers(own: Degree | SQLWrapper, of: Degree | null | SQLWrapper): SQL<boolean> {
  if (of === null) return sql`true`;
  if (typeof of === "string") {
    const readers = DEGREES.filter((each) => coversDegree(each, of));
    return sql`(${own} = any(${sql.param(readers)}::text[]))`;
  }
  return sql`(${of} is null or ${reaches(own, of)})`;
}

/**
 * SQL: whether a member takes part: the address is confirmed, they are admitted, and nothing suspends them. Nobody else is told of anything,
 * listed or named.
 * @param member the table of profiles, or its name in the statement
 */
export const takesPart = (member: SQLWrapper): SQL<boolean> =>
  sql`(${member}.suspended_at is null and not ${member}.awaits_confirmation and not ${member}.awaits_admission)`;

/** SQL: whether somebody waits to be admitted. @param member as for `takesPart` */
export const waitsForAdmission = (member: SQLWrapper): SQL<boolean> => sql`${member}.awaits_admission`;

/** SQL: the same, with an address that is confirmed, so that they can be decided. */
export const mayBeAdmitted = (member: SQLWrapper): SQL<boolean> =>
  sql`(${member}.awaits_admission and not ${member}.awaits_confirmation and ${member}.suspended_at is null)`;

/** SQL: whether a member stands so, as `standingOf` says it in code. */
export function stands(standing: Standing, member: SQLWrapper): SQL<boolean> {
  if (standing === "full") return takesPart(member);
  if (standing === "suspended") return sql`(${member}.suspended_at is not null)`;
  const unconfirmed = sql`${member}.awaits_confirmation`;
  return standing === "unconfirmed"
    ? sql`(${unconfirmed} and ${member}.suspended_at is null)`
    : sql`(${member}.awaits_admission and not ${unconfirmed} and ${member}.suspended_at is null)`;
}

/** SQL: whether a member takes part and may read what is for this degree. */
export const isReaderOf = (of: Degree | null | SQLWrapper, member: SQLWrapper): SQL<boolean> =>
  sql`(${takesPart(member)} and ${covers(sql`${member}.degree`, of)})`;

/** How a member stands; `takesPart` is `full`. */
export function standingOf(member: {
  suspendedAt: Date | null;
  awaitsConfirmation: boolean;
  awaitsAdmission: boolean;
}): Standing {
  if (member.suspendedAt) return "suspended";
  if (member.awaitsConfirmation) return "unconfirmed";
  return member.awaitsAdmission ? "waiting" : "full";
}
