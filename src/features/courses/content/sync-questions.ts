import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { CLASSES, type QuestionSource } from "#app/content/questions.ts";
import type { Db } from "#app/db/client.ts";
import { CLASS_LABEL } from "#app/features/authoring/authoring.schema.ts";
import { bodyOfQuestion } from "#app/features/authoring/question-bodies.policy.ts";
import { noteRepositoryText } from "#app/features/authoring/versions.service.ts";
import { type OptionSide, type Origin, questionOptions, questions } from "../courses.table.ts";
import type { QuestionForm } from "../question-forms.policy.ts";
import { hashOf } from "./hash-of.ts";

type OptionRow = { side: OptionSide; position: number; text: string; right: boolean | null; why: string | null };

/**
 * Brings the questions up to the files. Those that left the files are retired with the answers given to them; an editor's are
 * left alone.
 * @returns how many changed
 */
export async function syncQuestions(tx: Db, sources: QuestionSource[]): Promise<number> {
  const stored = await tx
    .select({
      id: questions.id,
      hash: questions.sourceHash,
      form: questions.form,
      origin: questions.origin,
      retiredAt: questions.retiredAt,
    })
    .from(questions);
  const known = new Map(stored.map((row) => [row.id, row]));
  const changed = sources.filter((source) => {
    const row = known.get(source.id);
    return row?.origin !== "editor" && (row?.hash !== hashOf(source) || row.retiredAt !== null);
  });
  for (const source of changed) await writeQuestion(tx, source, "repository", known.get(source.id)?.form);
  for (const source of sources)
    if (known.get(source.id)?.origin === "editor")
      await noteRepositoryText(tx, { kind: "question", id: source.id }, bodyOfQuestion(source));
  const present = sources.map(({ id }) => id);
  const retired = await tx
    .update(questions)
    .set({ retiredAt: sql`now()` })
    .where(and(isNull(questions.retiredAt), eq(questions.origin, "repository"), notInArray(questions.id, present)))
    .returning({ id: questions.id });
  return changed.length + retired.length;
}

/** Writes a question with its options. @param former the form that it had, if it is there already */
export async function writeQuestion(tx: Db, source: QuestionSource, origin: Origin, former?: QuestionForm): Promise<void> {
  const row = {
    id: source.id,
    lessonId: source.lesson ?? null,
    documentId: source.document ?? null,
    studyId: source.study ?? null,
    use: source.use,
    form: source.form,
    scene: source.form === "choice" ? (source.scene ?? null) : null,
    prompt: source.form === "classify" ? source.sentence : source.prompt,
    kind: source.kind ?? null,
    passage: source.passage ?? null,
    cluster: source.cluster ?? null,
    explanation: source.form === "order" || source.form === "match" ? source.why : null,
    origin,
    sourceHash: hashOf(source),
    retiredAt: null,
  };
  await tx.insert(questions).values(row).onConflictDoUpdate({ target: questions.id, set: row });
  await syncOptions(tx, source.id, optionRows(source), former === source.form);
}

function optionRows(source: QuestionSource): OptionRow[] {
  switch (source.form) {
    case "choice":
    case "multiple":
      return source.options.map((option, position) => ({ side: "only", position, ...option }));
    case "order":
      return source.items.map((text, position) => ({ side: "only", position, text, right: null, why: null }));
    case "match":
      return source.pairs.flatMap((pair, position) =>
        (["left", "right"] as const).map((side) => ({ side, position, text: pair[side], right: null, why: null })),
      );
    case "classify":
      return CLASSES.map((name, position) => ({
        side: "only",
        position,
        text: CLASS_LABEL[name],
        right: name === source.answer,
        why: source.why[name],
      }));
  }
}

/**
 * An option keeps its row, which answers refer to: by its text, wherever the author moved it and also when it comes back; else,
 * as a reworded one, by its place; else by what is left. Only an option that is as right as it was keeps its row, so an answer
 * never comes to say something else. What is left over is retired.
 */
async function syncOptions(tx: Db, questionId: string, rows: OptionRow[], sameForm: boolean): Promise<void> {
  const { id, side, position, text, right } = questionOptions;
  const all = await tx
    .select({ id, side, position, text, right })
    .from(questionOptions)
    .where(eq(questionOptions.questionId, questionId))
    .orderBy(position);
  const active = all.filter((option) => option.position !== null);
  const ids: (string | undefined)[] = rows.map(() => undefined);
  const match = (candidates: typeof all, fits: (option: (typeof all)[number], row: OptionRow) => boolean) => {
    for (const [index, row] of rows.entries())
      ids[index] ??= candidates.find(
        (option) => option.side === row.side && option.right === row.right && !ids.includes(option.id) && fits(option, row),
      )?.id;
  };
  match(all, (option, row) => option.text === row.text);
  if (sameForm) match(active, (option, row) => option.position === row.position);
  if (sameForm) match(active, () => true);
  const kept = new Set(ids);
  const gone = active.filter((option) => !kept.has(option.id)).map((option) => option.id);
  if (gone.length > 0) await tx.update(questionOptions).set({ position: null }).where(inArray(questionOptions.id, gone));
  await tx
    .insert(questionOptions)
    .values(rows.map((row, index) => ({ ...row, questionId, id: ids[index] ?? randomUUID() })))
    .onConflictDoUpdate({
      target: questionOptions.id,
      set: {
        position: sql`excluded.position`,
        text: sql`excluded.text`,
        right: sql`excluded.is_right`,
        why: sql`excluded.why`,
      },
    });
}
