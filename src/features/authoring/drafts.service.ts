import { isDeepStrictEqual } from "node:util";
import { and, asc, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { lessons, modules } from "#app/features/courses/courses.table.ts";
import { termFiles, termsBySlug } from "#app/features/dictionary/dictionary.service.ts";
import { documentFiles } from "#app/features/documents/document-sources.service.ts";
import { refuseQuestionInExam } from "#app/features/exam/running-questions.service.ts";
import { articleFiles } from "#app/features/library/article-sources.service.ts";
import { nextPlace, studyFiles } from "#app/features/studies/studies.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { slugOf } from "#app/lib/text.ts";
import { type Actor, type Ctx, requireDegree } from "#app/server/context.ts";
import { turnOfMember } from "#app/server/fair-queue.ts";
import { covers } from "#app/server/gate.ts";
import type { BodyOfText, Presence, Preview, Saved, TextDetail } from "./authoring.answers.ts";
import type {
  LessonBody,
  NewLessonInput,
  NewTextInput,
  QuestionBody,
  RemarkInput,
  ReturnInput,
  SaveInput,
  Shelf,
  SubmitInput,
  TextBody,
  TextRef,
} from "./authoring.schema.ts";
import { DEGREE_OF_ALL, SHELVES_OF_ALL } from "./authoring.schema.ts";
import { draftCopies, draftReaders, drafts, editedTexts, remarks, rowsOf, textVersions } from "./authoring.table.ts";
import { editorPath, kindOfShelf, publishPath } from "./authoring-words.ts";
import { decidingParts, namesOf, type Parts, requirePart, requireWriter, reviewersOf } from "./authors.service.ts";
import { findAsked, nextQuestionId } from "./kinds/questions.service.ts";
import { bodyOfKind, composeText, findSubject, requirePublishable, type Subject } from "./kinds.service.ts";
import { newArticle, newDocument, newStudy, newTerm } from "./new-bodies.policy.ts";
import { type Draft, forgetDraft, lockDraft, requireDecider, whyNotDecide } from "./publication.service.ts";
import { type AskedText, parentOfQuestion } from "./question-texts.policy.ts";

/** How many of the texts that gave way are listed. */
const MOST_COPIES = 10;

/** A text that this member may see as an author or reviewer of its degree. @throws AppError forbidden, locked, not_found, exam_question */
async function openSubject(ctx: Ctx, ref: TextRef): Promise<{ actor: Actor; parts: Parts; subject: Subject }> {
  const { actor, parts } = await requireWriter(ctx);
  const subject = await findSubject(ctx.db, ref);
  requireDegree(actor, subject.degree);
  if (!parts.has(subject.degree)) throw new AppError("forbidden", { message: "Os textos deste grau têm outros autores." });
  if (ref.kind === "question") await refuseQuestionInExam(ctx.db, actor.id, ref.id); // it would show the answer
  return { actor, parts, subject };
}

/** A text as its authors and reviewers work at it. @throws AppError forbidden, locked, not_found, exam_question */
export async function readText(ctx: Ctx, ref: TextRef): Promise<TextDetail> {
  const { actor, parts, subject } = await openSubject(ctx, ref);
  const { db } = ctx;
  const [[draft], remarked, versions, copies] = await Promise.all([
    db.select().from(drafts).where(rowsOf(drafts, ref)),
    db.select().from(remarks).where(rowsOf(remarks, ref)).orderBy(asc(remarks.createdAt)),
    db.select().from(textVersions).where(rowsOf(textVersions, ref)).orderBy(desc(textVersions.number)),
    db.select().from(draftCopies).where(rowsOf(draftCopies, ref)).orderBy(desc(draftCopies.createdAt)).limit(MOST_COPIES),
  ]);
  const names = await namesOf(db, [
    ...(draft ? [draft.authorId, draft.savedBy] : []),
    ...remarked.map(({ memberId }) => memberId),
    ...versions.flatMap(({ authorId, publisherId }) => [authorId, publisherId]),
    ...copies.map(({ memberId }) => memberId),
  ]);
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  const own = parts.get(subject.degree)!;
  const canWrite = own.has("author");
  const unsettled = versions.find(({ publishedAt, settledAt }) => !publishedAt && !settledAt);
  const current = versions.find(({ publishedAt }) => publishedAt !== null)?.number ?? 1;
  const why = draft ? whyNotDecide(ctx, actor, parts, draft) : null;
  return {
    ...ref,
    title: draft ? titleOf(draft.body, subject.title) : subject.title,
    degree: subject.degree,
    parent: subject.parent,
    retired: subject.retired,
    published: subject.body && { number: current, body: subject.body },
    draft: draft
      ? {
          state: draft.state,
          author: nameOf(draft.authorId),
          savedAt: draft.savedAt.toISOString(),
          publishAt: draft.publishAt?.toISOString() ?? null,
          version: draft.version,
          body: draft.body,
          reason: draft.reason,
          savedBy: nameOf(draft.savedBy),
          failure: draft.failure,
        }
      : null,
    remarks: remarked.map(({ id, memberId, passage, words, createdAt, settledAt }) => ({
      id,
      author: nameOf(memberId),
      passage,
      words,
      at: createdAt.toISOString(),
      settled: settledAt !== null,
      can: { settle: settledAt === null && (canWrite || memberId === actor.id) },
    })),
    versions: versions.map((version) => ({
      number: version.number,
      origin: version.origin,
      author: nameOf(version.authorId),
      publisher: nameOf(version.publisherId),
      reason: version.reason,
      at: (version.publishedAt ?? version.createdAt).toISOString(),
      published: version.publishedAt !== null,
    })),
    conflict: unsettled ? { number: unsettled.number, body: unsettled.body } : null,
    copies: copies.map(({ id, memberId, createdAt }) => ({ id, author: nameOf(memberId), at: createdAt.toISOString() })),
    can: {
      write: canWrite,
      review: draft !== undefined && why === null,
      whyNot: why,
      retire: decidingParts(ctx).some((part) => own.has(part)),
    },
  };
}

const titleOf = (body: TextBody, fallback: string): string =>
  "title" in body ? body.title || fallback : body.prompt || fallback;

/**
 * Saves what an author has typed. Nothing is lost: a save over a newer version is refused and its author keeps what they typed; the text of
 * somebody else that gives way is kept as a copy.
 * @throws AppError forbidden, locked, not_found; conflict for an older version, or where the draft waits for its hour
 */
export async function saveDraft(ctx: Ctx, ref: TextRef, { version, body: given }: SaveInput): Promise<Saved> {
  const subject = await findSubject(ctx.db, ref);
  const { actor } = await requirePart(ctx, subject.degree, "author");
  const body = bodyOfKind(ref.kind, given);
  return ctx.db.transaction(async (tx) => {
    const [draft] = await tx.select().from(drafts).where(rowsOf(drafts, ref)).for("update");
    if (!draft) return begin(tx, subject, actor, body, version);
    if (draft.version !== version)
      throw new AppError("conflict", { message: "Outra pessoa gravou este rascunho enquanto você escrevia." });
    if (draft.state === "scheduled")
      throw new AppError("conflict", { message: "Este rascunho espera a sua hora. Desfaça a marcação antes de o mudar." });
    if (isDeepStrictEqual(draft.body, body)) return { version, savedAt: draft.savedAt.toISOString() };
    if (draft.savedBy !== actor.id) await keepCopy(tx, ref, draft);
    const [saved] = await tx
      .update(drafts)
      .set({
        body,
        version: version + 1,
        savedBy: actor.id,
        savedAt: sql`now()`,
        writers: [...new Set([...draft.writers, actor.id])],
      })
      .where(rowsOf(drafts, ref))
      .returning({ savedAt: drafts.savedAt });
    return { version: version + 1, savedAt: saved!.savedAt.toISOString() };
  });
}

/** The first save of a text that is published. Of two who begin at once the second one is told. */
async function begin(tx: Db, subject: Subject, actor: Actor, body: TextBody, version: number, reason = ""): Promise<Saved> {
  if (version !== 0)
    throw new AppError("conflict", { message: "Este rascunho foi publicado ou descartado enquanto você escrevia." });
  const { ref, degree, parent } = subject;
  const row = { kind: ref.kind, subjectId: ref.id, degree, parentId: parent.id, body, reason };
  const [begun] = await tx
    .insert(drafts)
    .values({ ...row, authorId: actor.id, savedBy: actor.id, writers: [actor.id] })
    .onConflictDoNothing()
    .returning({ savedAt: drafts.savedAt });
  if (!begun) throw new AppError("conflict", { message: "Outra pessoa começou este rascunho no mesmo instante." });
  return { version: 1, savedAt: begun.savedAt.toISOString() };
}

const keepCopy = (tx: Db, { kind, id }: TextRef, { body, savedBy }: Draft) =>
  tx.insert(draftCopies).values({ kind, subjectId: id, body, memberId: savedBy });

/** Begins a lesson that only its authors see until it is published. @throws AppError forbidden, locked, not_found */
export async function startLesson(ctx: Ctx, { moduleId, title }: NewLessonInput): Promise<{ id: string }> {
  const [module] = await ctx.db.select().from(modules).where(eq(modules.id, moduleId));
  if (!module) throw new AppError("not_found");
  const { actor } = await requirePart(ctx, module.degree, "author");
  return ctx.db.transaction(async (tx) => {
    const id = await freeLessonId(tx, title);
    const ref = { kind: "lesson" as const, id };
    const subject = {
      ref,
      degree: module.degree,
      parent: { id: String(moduleId), title: module.title },
      title,
      retired: false,
      body: null,
    };
    await begin(tx, subject, actor, { title, standfirst: "", markdown: NEW_LESSON } satisfies LessonBody, 0, "Lição nova");
    return { id };
  });
}

/** What a lesson is made of (docs/content.md), for its author to write over. */
const NEW_LESSON = `Comece por uma cena ou um fato que o leitor reconheça.

## Primeira parte



## Segunda parte



## Terceira parte



## Para refletir

- 
- 
`;

/** Begins a text that is in no module. @throws AppError forbidden, locked */
export async function startText(ctx: Ctx, { shelf, degree, title }: NewTextInput): Promise<{ id: string }> {
  if (SHELVES_OF_ALL.includes(shelf) && degree !== DEGREE_OF_ALL)
    throw new AppError("invalid_input", { fields: { shelf: "O que é de todos se escreve no grau de Aprendiz." } });
  const { actor } = await requirePart(ctx, degree, "author");
  const kind = kindOfShelf(shelf);
  return ctx.db.transaction(async (tx) => {
    const drafted = await tx.select({ id: drafts.subjectId, body: drafts.body }).from(drafts).where(eq(drafts.kind, kind));
    const edited = await tx.select({ id: editedTexts.subjectId }).from(editedTexts).where(eq(editedTexts.kind, kind));
    const id = freeId(title, [...FILES[kind](), ...edited, ...drafted], "texto");
    const bodies = drafted.map(({ body }) => body);
    const body = newBody(ctx, shelf, title, bodies);
    const parent = { id: shelf, title: "" };
    await begin(tx, { ref: { kind, id }, degree, parent, title, retired: false, body: null }, actor, body, 0, "Texto novo");
    return { id };
  });
}

const FILES = {
  ...{ study: studyFiles, document: documentFiles, term: termFiles },
  article: () => articleFiles().map(({ slug }) => ({ id: slug })),
};

function newBody(ctx: Ctx, shelf: Shelf, title: string, drafted: TextBody[]): TextBody {
  if (shelf === "document") return newDocument(title, nextNumber(ctx, drafted));
  if (shelf === "article") return newArticle(title, new Date().getFullYear());
  return shelf === "term" ? newTerm(title) : newStudy(shelf, title, nextPlace(ctx.catalogue(), shelf));
}

/** The number after the highest ever given, as far as is known here. */
const nextNumber = (ctx: Ctx, drafted: TextBody[]): number =>
  Math.max(
    ...[...documentFiles(), ...ctx.catalogue().edited.flatMap(({ body }) => body ?? []), ...drafted].map((each) =>
      "original" in each ? each.number : 0,
    ),
  ) + 1;

/** An id from the title that no lesson and no draft has. */
async function freeLessonId(tx: Db, title: string): Promise<string> {
  const known = await tx.select({ id: lessons.id }).from(lessons);
  const drafted = await tx.select({ id: drafts.subjectId }).from(drafts).where(eq(drafts.kind, "lesson"));
  return freeId(title, [...known, ...drafted], "licao");
}

/** An id from the title, as permanent ids are (docs/content.md). */
function freeId(title: string, known: { id: string }[], fallback: string): string {
  const base = slugOf(title).slice(0, 50).replace(/-$/, "") || fallback;
  const taken = new Set(known.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}

/** Begins a question of a lesson, a document or a study. @throws AppError forbidden, locked, not_found */
export async function startQuestion(ctx: Ctx, of: AskedText): Promise<{ id: string }> {
  const text = await findAsked(ctx.db, of);
  if (!text?.body) throw new AppError("not_found", { message: "Publique antes o texto: as questões nascem dele." });
  const { actor } = await requirePart(ctx, text.degree, "author");
  const blank = { text: "", pair: "", right: false, why: "" };
  const body: QuestionBody = {
    ...{ form: "choice", use: "pool", kind: "uso", cluster: "", passage: "", scene: "", prompt: "", why: "" },
    options: [{ ...blank, right: true }, blank, blank, blank],
  };
  return ctx.db.transaction(async (tx) => {
    const id = await nextQuestionId(tx, of.id);
    const ref = { kind: "question" as const, id };
    const subject = {
      ref,
      degree: text.degree,
      parent: { id: parentOfQuestion(of), title: text.title },
      title: "",
      retired: false,
      body: null,
    };
    await begin(tx, subject, actor, body, 0, "Questão nova");
    return { id };
  });
}

/** How the text would be shown, and what the checks say of it. @throws AppError forbidden, locked, not_found, invalid_input, superseded */
export async function previewText(ctx: Ctx, ref: TextRef, given: TextBody): Promise<Preview> {
  const { actor, subject } = await openSubject(ctx, ref);
  const turn = { ...turnOfMember(actor), newest: `preview ${ref.kind} ${ref.id}` };
  const { page, remarks: found } = await composeText(ctx, turn, subject, bodyOfKind(ref.kind, given));
  return {
    html: page?.html ?? null,
    words: page?.words ?? 0,
    terms: termsBySlug(ctx.catalogue(), page?.terms ?? []),
    remarks: found,
  };
}

/** Notes that a member has the draft open. @returns who else has, and how far the draft is */
export async function lookAtDraft(ctx: Ctx, ref: TextRef): Promise<Presence> {
  const { actor } = await openSubject(ctx, ref);
  const { kind, id } = ref;
  const own = { kind, subjectId: id, memberId: actor.id };
  await ctx.db
    .insert(draftReaders)
    .values(own)
    .onConflictDoUpdate({
      target: [draftReaders.kind, draftReaders.subjectId, draftReaders.memberId],
      set: { seenAt: sql`now()` },
    });
  const [others, [draft]] = await Promise.all([
    ctx.db
      .select({ name: profiles.name })
      .from(draftReaders)
      .innerJoin(profiles, eq(profiles.id, draftReaders.memberId))
      .where(
        and(
          rowsOf(draftReaders, ref),
          ne(draftReaders.memberId, actor.id),
          gt(draftReaders.seenAt, sql`now() - interval '1 minute'`),
        ),
      )
      .orderBy(profiles.name),
    ctx.db
      .select({ version: drafts.version, savedBy: profiles.name })
      .from(drafts)
      .leftJoin(profiles, eq(profiles.id, drafts.savedBy))
      .where(rowsOf(drafts, ref)),
  ]);
  return { others: others.map(({ name }) => name), version: draft?.version ?? 0, savedBy: draft?.savedBy ?? null };
}

/**
 * Sends a draft to the reviewers of its degree, who are told.
 * @throws AppError forbidden, locked, not_found, conflict; invalid_input for a text that the checks keep back
 */
export async function submitDraft(ctx: Ctx, ref: TextRef, { version, reason }: SubmitInput): Promise<{ ok: true }> {
  const subject = await findSubject(ctx.db, ref);
  const { actor } = await requirePart(ctx, subject.degree, "author");
  await ctx.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, ref, version);
    if (draft.state === "scheduled")
      throw new AppError("conflict", { message: "Este rascunho já está aprovado e espera a sua hora." });
    if (subject.body && isDeepStrictEqual(subject.body, draft.body))
      throw new AppError("conflict", { message: "O rascunho diz o mesmo que o texto publicado: não há o que rever." });
    requirePublishable(await composeText(ctx, turnOfMember(actor), subject, draft.body));
    await tx
      .update(drafts)
      .set({ state: "review", reason, failure: null, submittedAt: sql`coalesce(${drafts.submittedAt}, now())` })
      .where(rowsOf(drafts, ref));
    if (draft.state === "review") return;
    for (const memberId of await reviewersOf(tx, subject.degree))
      if (!draft.writers.includes(memberId))
        await ctx.notify(tx, "text-submitted", { memberId, from: actor.id }, { path: publishPath(ref) });
  });
  return { ok: true };
}

/** Gives a draft back to its author, with a word. @throws AppError forbidden, locked, not_found, conflict */
export async function returnDraft(ctx: Ctx, ref: TextRef, { version, words }: ReturnInput): Promise<{ ok: true }> {
  await ctx.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, ref, version);
    const actor = await requireDecider(ctx, draft);
    await tx
      .update(drafts)
      .set({ state: "draft", submittedAt: null, publishAt: null, publisherId: null })
      .where(rowsOf(drafts, ref));
    await tx.insert(remarks).values({ kind: ref.kind, subjectId: ref.id, memberId: actor.id, passage: "", words });
    if (draft.authorId && draft.authorId !== actor.id)
      await ctx.notify(tx, "text-returned", { memberId: draft.authorId, from: actor.id }, { path: editorPath(ref) });
  });
  return { ok: true };
}

/** Takes a draft off its hour; it waits for a reviewer again. @throws AppError forbidden, locked, not_found, conflict */
export async function unscheduleDraft(ctx: Ctx, ref: TextRef, version: number): Promise<{ ok: true }> {
  await ctx.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, ref, version);
    await requirePart(ctx, draft.degree, "author", "reviewer");
    if (draft.state !== "scheduled") throw new AppError("conflict");
    await tx.update(drafts).set({ state: "review", publishAt: null, publisherId: null }).where(rowsOf(drafts, ref));
  });
  return { ok: true };
}

/** Throws a draft away; a copy is kept for ninety days. @throws AppError forbidden, locked, not_found, conflict */
export async function discardDraft(ctx: Ctx, ref: TextRef, version: number): Promise<{ ok: true }> {
  await ctx.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, ref, version);
    await requirePart(ctx, draft.degree, "author");
    await keepCopy(tx, ref, draft);
    await forgetDraft(tx, ref);
  });
  return { ok: true };
}

/** @throws AppError forbidden, locked, not_found */
export async function readVersion(ctx: Ctx, ref: TextRef, number: number): Promise<BodyOfText> {
  await openSubject(ctx, ref);
  const [row] = await ctx.db
    .select({ body: textVersions.body })
    .from(textVersions)
    .where(and(rowsOf(textVersions, ref), eq(textVersions.number, number)));
  if (!row) throw new AppError("not_found");
  return row;
}

/** A text that gave way to another's. @throws AppError forbidden, locked, not_found */
export async function readCopy(ctx: Ctx, ref: TextRef, copyId: string): Promise<BodyOfText> {
  await openSubject(ctx, ref);
  const [row] = await ctx.db
    .select({ body: draftCopies.body })
    .from(draftCopies)
    .where(and(rowsOf(draftCopies, ref), eq(draftCopies.id, copyId)));
  if (!row) throw new AppError("not_found");
  return row;
}

/** Begins a draft with a version of before; publishing it makes a new one. @throws AppError forbidden, locked, not_found, conflict */
export async function restoreVersion(ctx: Ctx, ref: TextRef, number: number): Promise<{ ok: true }> {
  const { body } = await readVersion(ctx, ref, number);
  await draftFrom(ctx, ref, body, `Restaura a versão ${number}`);
  return { ok: true };
}

/** @throws AppError conflict where there is a draft already */
async function draftFrom(ctx: Ctx, ref: TextRef, body: TextBody, reason: string): Promise<void> {
  const subject = await findSubject(ctx.db, ref);
  const { actor } = await requirePart(ctx, subject.degree, "author");
  await ctx.db.transaction(async (tx) => {
    const [draft] = await tx.select({ version: drafts.version }).from(drafts).where(rowsOf(drafts, ref));
    if (draft) throw new AppError("conflict", { message: "Há um rascunho deste texto. Publique-o ou descarte-o antes." });
    await begin(tx, subject, actor, body, 0, reason);
  });
}

/** Decides about what the repository brought: it becomes a draft, or the text stays as it is. @throws AppError forbidden, locked, not_found, conflict */
export async function settleConflict(ctx: Ctx, ref: TextRef, take: "ours" | "theirs"): Promise<{ ok: true }> {
  const subject = await findSubject(ctx.db, ref);
  await requirePart(ctx, subject.degree, "author");
  const unsettled = and(
    rowsOf(textVersions, ref),
    sql`${textVersions.publishedAt} is null and ${textVersions.settledAt} is null`,
  );
  const [brought] = await ctx.db.select().from(textVersions).where(unsettled).orderBy(desc(textVersions.number)).limit(1);
  if (!brought) throw new AppError("not_found");
  if (take === "theirs") await draftFrom(ctx, ref, brought.body, "Toma o texto novo do repositório");
  await ctx.db.update(textVersions).set({ settledAt: sql`now()` }).where(unsettled);
  return { ok: true };
}

/** @throws AppError forbidden, locked, not_found */
export async function addRemark(ctx: Ctx, ref: TextRef, { passage, words }: RemarkInput): Promise<{ ok: true }> {
  const { actor } = await openSubject(ctx, ref);
  const [draft] = await ctx.db.select({ version: drafts.version }).from(drafts).where(rowsOf(drafts, ref));
  if (!draft) throw new AppError("not_found");
  await ctx.db.insert(remarks).values({ kind: ref.kind, subjectId: ref.id, memberId: actor.id, passage, words });
  return { ok: true };
}

/** Marks a remark as settled: by an author, or by who made it. @throws AppError forbidden, locked, not_found */
export async function settleRemark(ctx: Ctx, ref: TextRef, remarkId: string): Promise<{ ok: true }> {
  const { actor, parts, subject } = await openSubject(ctx, ref);
  const own = parts.get(subject.degree)!.has("author") ? undefined : eq(remarks.memberId, actor.id);
  const settled = await ctx.db
    .update(remarks)
    .set({ settledAt: sql`now()` })
    .where(and(rowsOf(remarks, ref), eq(remarks.id, remarkId), own))
    .returning({ id: remarks.id });
  if (settled.length === 0) throw new AppError("not_found");
  return { ok: true };
}

/** The drafts that a degree may read, with their authors' names. */
export const listDrafts = (db: Db, reader: Degree) =>
  db
    .select({ draft: drafts, author: profiles.name })
    .from(drafts)
    .leftJoin(profiles, eq(profiles.id, drafts.authorId))
    .where(covers(reader, drafts.degree));
