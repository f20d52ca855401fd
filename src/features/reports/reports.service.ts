import { and, eq, type SQL, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { lessonProgress, moduleCompletions } from "#app/features/courses/courses.table.ts";
import { EXAM_QUESTIONS } from "#app/features/exam/exam.policy.ts";
import { examAttempts } from "#app/features/exam/exam.table.ts";
import { lodgeName } from "#app/features/lodges/lodges.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { mentorshipSessions } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { DEFAULT_ZONE } from "#app/lib/time-zones.ts";
import { type Ctx, requireAdmin, requireOfficer } from "#app/server/context.ts";
import { takesPart } from "#app/server/gate.ts";
import type { Report } from "./reports.answers.ts";
import { GROUP, type ReportFilter, stepOf } from "./reports.schema.ts";

/** The lowest ten of per cent that is told apart. */
const LOWEST_RESULT = 40;
const HIGHEST_RESULT = 90;

const inGroups = (people: number): number => people - (people % GROUP);
const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** How the academy studies, or a part of it: numbers without names, so that no look at anybody is recorded. @throws AppError forbidden; not_found for an unknown Lodge or module */
export async function readReport(ctx: Ctx, filter: ReportFilter): Promise<Report> {
  requireAdmin(ctx);
  return measure(ctx, filter, !filter.lodge);
}

/** The same of the Lodge whose officer asks. @throws AppError forbidden for who holds no office now; not_found for an unknown module */
export async function readOwnReport(ctx: Ctx, filter: Omit<ReportFilter, "lodge">): Promise<Report> {
  const { lodgeId } = requireOfficer(ctx);
  return measure(ctx, { ...filter, lodge: lodgeId }, false);
}

const since = ({ months }: ReportFilter): SQL => sql`now() - make_interval(months => ${Number(months)})`;

/** The members whom the report is about, as a query of their ids. */
const partOf = ({ lodge, degree }: ReportFilter): SQL =>
  sql`select ${profiles.id} as id, ${profiles.lastAccessAt} as last_access_at from ${profiles} where ${and(
    takesPart(profiles),
    lodge ? eq(profiles.lodgeId, lodge) : undefined,
    degree ? eq(profiles.degree, degree) : undefined,
  )}`;

/** All numbers are of one moment; mentors' times are not of a Lodge, and for administrators alone. The memory is for the grouping of a whole academy's lessons, which otherwise goes by the disk. */
const measure = (ctx: Ctx, filter: ReportFilter, withMentors: boolean): Promise<Report> =>
  ctx.db.transaction(
    async (tx) => {
      await tx.execute(sql`set local work_mem = '64MB'`);
      // a Lodge's few members are found by their index alone: to share work among processes PostgreSQL would read all members instead
      if (filter.lodge) await tx.execute(sql`set local max_parallel_workers_per_gather = 0`);
      const inside = { ...ctx, db: tx };
      return { ...(await measureIn(inside, filter)), mentors: withMentors ? await readMentors(inside, filter) : [] };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

async function measureIn(ctx: Ctx, filter: ReportFilter): Promise<Omit<Report, "mentors">> {
  const lodge = await nameOf(ctx, filter.lodge);
  const modules = ctx.catalogue().modules.filter(({ degree }) => !filter.degree || degree === filter.degree);
  const module = filter.module ? modules.find(({ id }) => id === filter.module) : modules[0];
  if (!module) throw new AppError("not_found");
  const named = { lodge, module: pick(module), modules: modules.map(pick) };
  const figures = await readFigures(ctx, filter, module.id, module.lessonIds);
  if (figures.enrolled < GROUP) return { ...named, figures: null, lessons: [], steps: [], exams: [], times: [] };
  return {
    ...named,
    figures: {
      enrolled: inGroups(figures.enrolled),
      activeInWeek: inGroups(figures.week),
      activeInMonth: inGroups(figures.month),
      finished: inGroups(figures.finished),
      stopped: inGroups(figures.stopped),
    },
    lessons: module.lessons.map(({ title }, index) => ({
      number: index + 1,
      title,
      readers: inGroups(figures.readers?.[module.lessonIds[index]!] ?? 0),
    })),
    steps: await readSteps(ctx, filter),
    exams: await readExams(ctx, filter),
    times: await readTimes(ctx, filter, modules),
  };
}

type ModuleOf = { id: number; title: string; lessonIds: readonly string[] };

const pick = ({ id, title }: { id: number; title: string }) => ({ id, title });

async function nameOf(ctx: Ctx, id: string | undefined): Promise<string | null> {
  if (!id) return null;
  const [lodge] = await ctx.db.select().from(lodges).where(eq(lodges.id, id));
  if (!lodge) throw new AppError("not_found");
  return lodgeName(lodge);
}

/** Who began the module in the period, and when they were last in it. */
const begun = (filter: ReportFilter, lessonIds: readonly string[]): SQL => sql`
  select l.user_id, max(l.updated_at) as last from ${lessonProgress} l join (${partOf(filter)}) part on part.id = l.user_id
  where l.lesson_id = any(${sql.param([...lessonIds])}::text[]) group by l.user_id having min(l.created_at) >= ${since(filter)}`;

type Figures = {
  enrolled: number;
  week: number;
  month: number;
  finished: number;
  stopped: number;
  /** How many of those who began the module have opened each of its lessons, by the lesson's id; null where nobody began it. */
  readers: Record<string, number> | null;
};

async function readFigures(ctx: Ctx, filter: ReportFilter, moduleId: number, lessonIds: readonly string[]): Promise<Figures> {
  const { rows } = await ctx.db.execute<Figures>(sql`
    with begun as (${begun(filter, lessonIds)}),
    ends as (select b.last, c.user_id is not null as finished from begun b
      left join ${moduleCompletions} c on c.user_id = b.user_id and c.module_id = ${moduleId})
    select count(*)::int as enrolled,
      (count(*) filter (where last_access_at >= now() - interval '7 days'))::int as week,
      (count(*) filter (where last_access_at >= now() - interval '30 days'))::int as month,
      (select count(*) filter (where finished) from ends)::int as finished,
      (select count(*) filter (where not finished and last < now() - interval '30 days') from ends)::int as stopped,
      (select json_object_agg(lesson_id, readers) from (
        select l.lesson_id, count(*) as readers from ${lessonProgress} l join begun b on b.user_id = l.user_id
        where l.lesson_id = any(${sql.param([...lessonIds])}::text[]) group by l.lesson_id) as opened) as readers
    from (${partOf(filter)}) part`);
  return rows[0]!;
}

/** How many finished a lesson in each whole week, or month where the period is longer than a quarter. */
async function readSteps(ctx: Ctx, filter: ReportFilter): Promise<Report["steps"]> {
  const unit = sql.raw(stepOf(filter.months));
  const local = (moment: SQL) => sql`(${moment}) at time zone ${DEFAULT_ZONE}`;
  const { rows } = await ctx.db.execute<{ begins: string; people: number }>(sql`
    select step::date::text as begins, coalesce(people, 0)::int as people
    from generate_series(date_trunc('${unit}', ${local(since(filter))}) + interval '1 ${unit}',
      date_trunc('${unit}', ${local(sql`now()`)}) - interval '1 ${unit}', interval '1 ${unit}') as step
    left join (
      select studied, count(*) as people from (
        select date_trunc('${unit}', ${local(sql`l.completed_at`)}) as studied, l.user_id
        from ${lessonProgress} l join (${partOf(filter)}) part on part.id = l.user_id
        where l.completed_at >= ${since(filter)} group by 1, 2) as once group by studied) as counted on counted.studied = step
    order by step`);
  return rows.map(({ begins, people }) => ({ begins, people: inGroups(people) }));
}

async function readExams(ctx: Ctx, filter: ReportFilter): Promise<Report["exams"]> {
  const { rows } = await ctx.db.execute<{ from: number; exams: number }>(sql`
    select least(greatest(a.right_count * 100 / ${EXAM_QUESTIONS} / 10 * 10, ${LOWEST_RESULT}), ${HIGHEST_RESULT})::int as "from",
      count(*)::int as exams
    from ${examAttempts} a join (${partOf(filter)}) part on part.id = a.user_id
    where a.finished_at >= ${since(filter)} ${filter.degree ? sql`and a.degree = ${filter.degree}` : sql``}
    group by 1`);
  const steps = Array.from({ length: (HIGHEST_RESULT - LOWEST_RESULT) / 10 + 1 }, (_, index) => LOWEST_RESULT + index * 10);
  return steps.map((from) => ({ from, exams: inGroups(rows.find((row) => row.from === from)?.exams ?? 0) }));
}

async function readTimes(ctx: Ctx, filter: ReportFilter, modules: ModuleOf[]): Promise<Report["times"]> {
  const { rows } = await ctx.db.execute<{ module: number; days: number[] }>(sql`
    select module_id as module, percentile_cont(array[0.25, 0.5, 0.75]) within group (order by days) as days
    from (
      select c.module_id, (extract(epoch from c.completed_at - l.created_at) / 86400)::float8 as days
      from ${moduleCompletions} c
      join (${partOf(filter)}) part on part.id = c.user_id
      join unnest(${sql.param(modules.map(({ id }) => id))}::int[], ${sql.param(modules.map(({ lessonIds }) => lessonIds[0]))}::text[])
        as first(module_id, lesson_id) on first.module_id = c.module_id
      join ${lessonProgress} l on l.user_id = c.user_id and l.lesson_id = first.lesson_id
      where c.completed_at >= ${since(filter)}) as taken
    group by module_id having count(*) >= ${GROUP}`);
  const byModule = new Map(rows.map(({ module, days }) => [module, days.map((each) => oneDecimal(Math.max(0, each)))]));
  return modules.flatMap(({ id, title }) => {
    const days = byModule.get(id);
    return days ? [{ module: title, days: { low: days[0]!, median: days[1]!, high: days[2]! } }] : [];
  });
}

async function readMentors(ctx: Ctx, filter: ReportFilter): Promise<Report["mentors"]> {
  const { rows } = await ctx.db.execute<{ name: string; hours: number; requests: number }>(sql`
    select ${profiles.name} as name, count(*)::int as requests,
      percentile_cont(0.5) within group (order by (extract(epoch from s.answered_at - s.created_at) / 3600)::float8) as hours
    from ${mentorshipSessions} s join ${profiles} on ${profiles.id} = s.mentor_id
    where s.created_at >= ${since(filter)} and s.answered_at is not null
    group by ${profiles.id}, ${profiles.name} having count(distinct s.mentee_id) >= ${GROUP} order by hours, name`);
  return rows.map(({ name, hours, requests }) => ({ name, hours: oneDecimal(hours), requests: inGroups(requests) }));
}
