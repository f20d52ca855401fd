import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { lessonAnswers, lessonProgress, lessonRevisions, lessons, questions } from "#app/features/courses/courses.table.ts";
import { readAnswers, readMarked } from "#app/features/exam/analysis.service.ts";
import { examAttempts, examItems } from "#app/features/exam/exam.table.ts";
import { refuseQuestionInExam } from "#app/features/exam/running-questions.service.ts";
import { type Anchor, collapse, passageFinder } from "#app/features/notes/anchor.policy.ts";
import { notes } from "#app/features/notes/notes.table.ts";
import { paragraphsOf } from "#app/features/notes/paragraphs.policy.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { turnOfMember } from "#app/server/fair-queue.ts";
import type { QuestionFigures, ReadersOfChange } from "./authoring.answers.ts";
import type { QuestionBody, TextRef } from "./authoring.schema.ts";
import { drafts, rowsOf } from "./authoring.table.ts";
import { requirePart } from "./authors.service.ts";
import { composeText, findSubject, type Subject } from "./kinds.service.ts";
import { changesMeaning } from "./question-bodies.policy.ts";

const NOBODY = {
  finished: 0,
  inside: 0,
  exams: 0,
  lostNotes: { count: 0, passages: [] },
  lostPassages: [],
  answers: 0,
  becomesNew: false,
};

/** Passages of notes that are told word for word. */
const MOST_PASSAGES = 5;

/** What the publication of a draft would do to those who study now. @throws AppError forbidden, locked, not_found, exam_question */
export async function readReadersOfChange(ctx: Ctx, ref: TextRef): Promise<ReadersOfChange> {
  const subject = await findSubject(ctx.db, ref);
  const { actor } = await requirePart(ctx, subject.degree, "author", "reviewer");
  if (ref.kind === "question") await refuseQuestionInExam(ctx.db, actor.id, ref.id);
  const [draft] = await ctx.db.select().from(drafts).where(rowsOf(drafts, ref));
  if (!draft) throw new AppError("not_found");
  const composed = await composeText(ctx, turnOfMember(requireActor(ctx)), subject, draft.body);
  const { remarks } = composed;
  if (ref.kind === "question") return { ...NOBODY, ...(await ofQuestion(ctx, subject, draft.body as QuestionBody)), remarks };
  return { ...NOBODY, ...(await ofLesson(ctx, ref.id, composed.lesson?.html)), remarks };
}

async function ofQuestion({ db }: Ctx, { ref, body }: Subject, after: QuestionBody): Promise<Partial<ReadersOfChange>> {
  if (!body) return {};
  const [[answered], [asked], [running]] = await Promise.all([
    db.select({ times: sql<number>`count(*)::int` }).from(lessonAnswers).where(eq(lessonAnswers.questionId, ref.id)),
    db
      .select({ times: sql<number>`count(*)::int` })
      .from(examItems)
      .where(and(eq(examItems.questionId, ref.id), isNotNull(examItems.right))),
    db
      .select({ exams: sql<number>`count(*)::int` })
      .from(examItems)
      .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
      .where(and(eq(examItems.questionId, ref.id), isNull(examAttempts.finishedAt))),
  ]);
  return {
    answers: answered!.times + asked!.times,
    exams: running!.exams,
    becomesNew: changesMeaning(body as QuestionBody, after),
  };
}

async function ofLesson({ db }: Ctx, id: string, html: string | undefined): Promise<Partial<ReadersOfChange>> {
  const [[readers], [running], [former], anchors, asked] = await Promise.all([
    db
      .select({
        finished: sql<number>`count(*) filter (where ${lessonProgress.completedAt} is not null)::int`,
        inside: sql<number>`count(*) filter (where ${lessonProgress.completedAt} is null)::int`,
      })
      .from(lessonProgress)
      .where(eq(lessonProgress.lessonId, id)),
    db
      .select({ exams: sql<number>`count(distinct ${examAttempts.id})::int` })
      .from(examItems)
      .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
      .where(and(eq(examItems.lessonId, id), isNull(examAttempts.finishedAt))),
    db
      .select({ html: lessonRevisions.html })
      .from(lessons)
      .innerJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
      .where(eq(lessons.id, id)),
    // the passages are the lesson's own words; whose notes they are and what the notes say is not read
    db
      .select({ quote: notes.quote, prefix: notes.prefix, suffix: notes.suffix, position: notes.position })
      .from(notes)
      .where(and(eq(notes.kind, "lesson"), eq(notes.textId, id))),
    db
      .select({ id: questions.id, prompt: questions.prompt, passage: questions.passage })
      .from(questions)
      .where(and(eq(questions.lessonId, id), isNull(questions.retiredAt), isNotNull(questions.passage))),
  ]);
  const counted = { finished: readers!.finished, inside: readers!.inside, exams: running!.exams };
  if (html === undefined || !former) return counted;
  const now = paragraphsOf(html);
  const lost = lostPassages(anchors, paragraphsOf(former.html), now);
  const whole = collapse(now.join(" "));
  return {
    ...counted,
    lostNotes: { count: lost.length, passages: [...new Set(lost)].slice(0, MOST_PASSAGES) },
    lostPassages: asked
      .filter(({ passage }) => !whole.includes(collapse(passage!)))
      .map(({ id: of, prompt }) => ({ id: of, prompt })),
  };
}

/** The passages that stand in the text of before, and no longer in the new one. */
function lostPassages(anchors: Anchor[], before: string[], now: string[]): string[] {
  const [findBefore, findNow] = [passageFinder(before), passageFinder(now)];
  return anchors
    .filter((anchor) => findBefore(anchor)?.exact === true && findNow(anchor)?.exact !== true)
    .map(({ quote }) => quote);
}

/** How a question has done, and whom each answer draws. @throws AppError forbidden, locked, not_found, exam_question */
export async function readQuestionFigures(ctx: Ctx, id: string): Promise<QuestionFigures> {
  const subject = await findSubject(ctx.db, { kind: "question", id });
  const { actor } = await requirePart(ctx, subject.degree, "author", "reviewer");
  await refuseQuestionInExam(ctx.db, actor.id, id);
  if (!subject.body) return { shown: 0, facility: null, discrimination: null, answers: [] };
  const [{ answers, unchosen }, marked] = await Promise.all([readAnswers(ctx.db, id), readMarked(ctx.db)]);
  const { shown = 0, rightCount = 0, discrimination = null } = marked.get(id) ?? {};
  return {
    shown,
    facility: shown > 0 ? rightCount / shown : null,
    discrimination,
    answers: [
      ...answers.map(({ text, right, count }) => ({ text, right, count })),
      ...unchosen.map(({ text, right }) => ({ text, right, count: 0 })),
    ],
  };
}
