import { readAnswers, readMarked } from "#app/features/exam/analysis.service.ts";
import { refuseQuestionInExam } from "#app/features/exam/running-questions.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { turnOfMember } from "#app/server/fair-queue.ts";
import type { QuestionFigures, ReadersOfChange } from "./authoring.answers.ts";
import type { TextRef } from "./authoring.schema.ts";
import { drafts, rowsOf } from "./authoring.table.ts";
import { requirePart } from "./authors.service.ts";
import { composeText, findSubject, reachOf } from "./kinds.service.ts";

const NOBODY = {
  finished: 0,
  inside: 0,
  exams: 0,
  lostNotes: { count: 0, passages: [] },
  lostPassages: [],
  answers: 0,
  becomesNew: false,
};

/** What the publication of a draft would do to those who study now. @throws AppError forbidden, locked, not_found, exam_question */
export async function readReadersOfChange(ctx: Ctx, ref: TextRef): Promise<ReadersOfChange> {
  const subject = await findSubject(ctx.db, ref);
  const { actor } = await requirePart(ctx, subject.degree, "author", "reviewer");
  if (ref.kind === "question") await refuseQuestionInExam(ctx.db, actor.id, ref.id);
  const [draft] = await ctx.db.select().from(drafts).where(rowsOf(drafts, ref));
  if (!draft) throw new AppError("not_found");
  const composed = await composeText(ctx, turnOfMember(requireActor(ctx)), subject, draft.body);
  return { ...NOBODY, ...(await reachOf(ctx, subject, draft.body, composed)), remarks: composed.remarks };
}

/** How a question has done, and whom each answer draws. @throws AppError forbidden, locked, not_found, exam_question */
export async function readQuestionFigures(ctx: Ctx, id: string): Promise<QuestionFigures> {
  const subject = await findSubject(ctx.db, { kind: "question", id });
  const { actor } = await requirePart(ctx, subject.degree, "author", "reviewer");
  await refuseQuestionInExam(ctx.db, actor.id, id);
  if (!subject.body) return { shown: 0, facility: null, discrimination: null, answers: [] };
  const [{ answers, unchosen }, marked] = await Promise.all([readAnswers(ctx.db, id), readMarked(ctx.db, [id])]);
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
