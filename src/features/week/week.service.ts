import { and, desc, eq, gte } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { lessonToResume } from "#app/features/courses/modules.service.ts";
import { type MemberRecords, readRecentLessons, readRecords } from "#app/features/courses/records.service.ts";
import { documentInBrief } from "#app/features/documents/documents.service.ts";
import { readThisDay } from "#app/features/ephemerides/ephemerides.service.ts";
import { readGroupLine } from "#app/features/reading-groups/reading-groups.service.ts";
import { piecesOpenTo } from "#app/features/studies/studies.service.ts";
import { addDays } from "#app/lib/days.ts";
import { AppError } from "#app/lib/errors.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";
import { studyAddress } from "#app/lib/study-sorts.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { readGroup } from "#app/server/notify/write-notice.ts";
import type { Week, WeekLine } from "./week.answers.ts";
import { WEEK_GROUP } from "./week.notices.ts";
import { mondayOf, pieceOfWeek, presentMonday } from "./week.policy.ts";
import type { StepInput, WeekStep } from "./week.schema.ts";
import { memberWeeks } from "./week.table.ts";

/** So many weeks before this one are listed. */
const PAST = 8;
/** Among so many of the lessons that were opened last the one that was finished in this week is sought. */
const LATEST_LESSONS = 12;

const COLUMNS = { document: "documentAt", question: "questionAt", piece: "pieceAt" } as const satisfies Record<WeekStep, string>;

type Row = typeof memberWeeks.$inferSelect;

/** The path of this week: six queries, of which one marks the bell's line of it as read. @throws AppError not_found where the degree has no piece */
export async function readWeek(ctx: Ctx): Promise<Week> {
  const actor = requireActor(ctx);
  const monday = presentMonday();
  const [rows, records, recent, [joined], group] = await Promise.all([
    ctx.db
      .select()
      .from(memberWeeks)
      .where(and(eq(memberWeeks.userId, actor.id), gte(memberWeeks.monday, addDays(monday, -7 * PAST))))
      .orderBy(desc(memberWeeks.monday)),
    readRecords(ctx.db, actor.id),
    readRecentLessons(ctx.db, actor.id, LATEST_LESSONS),
    ctx.db.select({ at: profiles.createdAt }).from(profiles).where(eq(profiles.id, actor.id)),
    readGroupLine(ctx),
    ctx.isKeeping ? undefined : readGroup(ctx.db, actor.id, WEEK_GROUP),
  ]);
  const current = rows.find((row) => row.monday === monday);
  const piece = pieceFor(ctx, monday, current);
  const document = documentInBrief(ctx.catalogue(), piece.document);
  return {
    from: monday,
    to: addDays(monday, 6),
    lesson: presentLesson(findLesson(ctx, records, recent, monday)),
    document: document ? { title: document.title, path: document.path, doneAt: iso(current?.documentAt) } : null,
    question: { text: piece.questions[0]!, doneAt: iso(current?.questionAt) },
    piece: {
      id: piece.id,
      title: piece.title,
      path: studyAddress(piece),
      standfirst: piece.standfirst,
      minutes: piece.minutes,
      doneAt: iso(current?.pieceAt),
    },
    thisDay: readThisDay(ctx),
    group,
    past: pastWeeks(ctx, monday, joined!.at, rows),
  };
}

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** @throws AppError not_found where the degree has no piece */
function pieceFor(ctx: Ctx, monday: string, row: Row | undefined) {
  const open = piecesOpenTo(ctx.catalogue(), requireActor(ctx).degree);
  const piece = open.find(({ id }) => id === row?.pieceId) ?? pieceOfWeek(open, monday);
  if (!piece) throw new AppError("not_found");
  return piece;
}

type Recent = Awaited<ReturnType<typeof readRecentLessons>>;

/** The last lesson that was finished in this week; else the one to go on with. */
function findLesson(ctx: Ctx, records: MemberRecords, recent: Recent, monday: string) {
  const catalogue = ctx.catalogue();
  const finished = recent.find(({ completedAt }) => completedAt && isoDayInBrasilia(completedAt) >= monday);
  if (finished) return { lesson: catalogue.lessonById.get(finished.lessonId), finishedAt: finished.completedAt };
  const next = lessonToResume(catalogue, requireActor(ctx), records, recent[0]?.lessonId);
  const module = catalogue.byId.get(next?.moduleId ?? -1);
  return { lesson: module?.lessons.find(({ number }) => number === next?.number), finishedAt: null };
}

function presentLesson({ lesson, finishedAt }: ReturnType<typeof findLesson>): Week["lesson"] {
  if (!lesson) return null;
  const { moduleId, number, title } = lesson;
  return {
    title,
    path: `/modulo/${moduleId}/licao/${number}`,
    standfirst: lesson.text?.standfirst ?? "",
    minutes: lesson.text?.minutes ?? 0,
    doneAt: iso(finishedAt),
  };
}

/** The lesson and the piece of this week, for who takes its texts along; the document is the piece's. @throws AppError not_found where the degree has no piece */
export async function findTextsOfWeek(ctx: Ctx): Promise<{ from: string; to: string; lessonId?: string; pieceId: string }> {
  const { id } = requireActor(ctx);
  const monday = presentMonday();
  const [[row], records, recent] = await Promise.all([
    ctx.db
      .select()
      .from(memberWeeks)
      .where(and(eq(memberWeeks.userId, id), eq(memberWeeks.monday, monday))),
    readRecords(ctx.db, id),
    readRecentLessons(ctx.db, id, LATEST_LESSONS),
  ]);
  const { lesson } = findLesson(ctx, records, recent, monday);
  const facts = { from: monday, to: addDays(monday, 6), pieceId: pieceFor(ctx, monday, row).id };
  return lesson ? { ...facts, lessonId: lesson.id } : facts;
}

/** Weeks since the member came, with what they were about for a reader of the degree of now, unless a step was taken then. */
function pastWeeks(ctx: Ctx, monday: string, joined: Date, rows: Row[]): Week["past"] {
  const mondays = Array.from({ length: PAST }, (_, index) => addDays(monday, -7 * (index + 1)));
  const first = mondayOf(isoDayInBrasilia(joined));
  return mondays
    .filter((each) => each >= first)
    .map((from) => {
      const row = rows.find((each) => each.monday === from);
      const piece = pieceFor(ctx, from, row);
      const steps = [row?.documentAt, row?.questionAt, row?.pieceAt].filter(Boolean).length;
      return { from, to: addDays(from, 6), title: piece.title, path: studyAddress(piece), steps };
    });
}

/** Says that a step of this week was taken, or not after all. @throws AppError conflict when the week on the screen is over */
export async function takeStep(ctx: Ctx, step: WeekStep, { monday, done }: StepInput): Promise<{ ok: true }> {
  const actor = requireActor(ctx);
  if (monday !== presentMonday())
    throw new AppError("conflict", { message: "Esta semana já acabou. Recarregue a página para ver a nova." });
  const piece = pieceFor(ctx, monday, undefined);
  const column = COLUMNS[step];
  const at = done ? new Date() : null;
  await ctx.db
    .insert(memberWeeks)
    .values({ userId: actor.id, monday, pieceId: piece.id, [column]: at })
    .onConflictDoUpdate({ target: [memberWeeks.userId, memberWeeks.monday], set: { [column]: at } });
  return { ok: true };
}

/** What the panel says of the week: no query, as what it is about follows from the calendar. Nothing before the address is confirmed. */
export function readWeekLine(ctx: Ctx): WeekLine | null {
  const { degree, standing } = requireActor(ctx);
  const piece = pieceOfWeek(piecesOpenTo(ctx.catalogue(), degree), presentMonday());
  return standing === "full" && piece ? { title: piece.title } : null;
}
