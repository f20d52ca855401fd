import { type DocumentSource, readDocuments } from "#app/content/documents.ts";
import type { JudgedAnswer } from "#app/features/courses/courses.answers.ts";
import type { AnswerInput } from "#app/features/courses/courses.schema.ts";
import { answerQuestion, presentQuestions } from "#app/features/courses/questions.service.ts";
import { studiesShowing } from "#app/features/studies/studies.service.ts";
import { compareDegrees, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { once } from "#app/lib/once.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { COMMENTARY, plateId, type RenderedDocument, renderDocument } from "./content/render-document.ts";
import type { DocumentCard, DocumentList, DocumentText } from "./documents.answers.ts";

/** The documents of this release, read once: nobody edits them but in the files. */
const documents = once(() => readDocuments());

const rendered = new Map<string, RenderedDocument>();

/** A document's text, rendered when it is first asked for: all at once would hold up every other request. */
function textOf(document: DocumentSource): RenderedDocument {
  const text = rendered.get(document.id) ?? renderDocument(document);
  rendered.set(document.id, text);
  return text;
}

const readableIn = (degree: Degree): DocumentSource[] =>
  documents().filter((document) => compareDegrees(document.degree, degree) <= 0);

/** A document above the reader's degree does not exist for him. @throws AppError not_found */
function findReadable(degree: Degree, id: string): DocumentSource {
  const document = readableIn(degree).find((each) => each.id === id);
  if (!document) throw new AppError("not_found");
  return document;
}

/** The documents that the member's degree may read. */
export function listDocuments(ctx: Ctx): DocumentList {
  return { documents: readableIn(requireActor(ctx).degree).map(presentCard) };
}

/** One document, and where it is shown. @throws AppError not_found */
export async function readDocument(ctx: Ctx, id: string): Promise<DocumentText> {
  const { degree } = requireActor(ctx);
  const document = findReadable(degree, id);
  const { excerpts, compared, commentary } = textOf(document);
  const { place, original, edition, page, sources, link, linkLabel } = document;
  const readable = readableIn(degree);
  const at = readable.indexOf(document);
  return {
    ...presentCard(document),
    place,
    original,
    edition,
    page,
    sources,
    link: link ? { href: link, label: linkLabel! } : null,
    excerpts,
    compared,
    commentary: COMMENTARY.map((title, index) => ({ title, html: commentary[index]! })),
    questions: await presentQuestions(ctx, { documentId: id }),
    lessons: lessonsShowing(ctx, id, degree),
    studies: studiesShowing(id, degree),
    previous: linkTo(readable[at - 1]),
    next: linkTo(readable[at + 1]),
  };
}

/** Judges an answer to one of a document's questions. @throws AppError not_found, too_many_tries */
export async function answerDocumentQuestion(
  ctx: Ctx,
  { documentId, questionId }: { documentId: string; questionId: string },
  input: AnswerInput,
): Promise<JudgedAnswer> {
  findReadable(requireActor(ctx).degree, documentId);
  return answerQuestion(ctx, { documentId }, questionId, input);
}

const linkTo = (document: DocumentSource | undefined) =>
  document ? { id: document.id, title: document.title, date: document.date } : null;

/** The published lessons, of degrees up to this one, that have the document's plate. */
function lessonsShowing(ctx: Ctx, documentId: string, degree: Degree): DocumentText["lessons"] {
  const plate = `id="${plateId(documentId)}"`;
  return ctx
    .catalogue()
    .modules.filter((module) => compareDegrees(module.degree, degree) <= 0)
    .flatMap(({ lessons }) => lessons.filter(({ text }) => text?.html.includes(plate)))
    .map(({ moduleId, number, title }) => ({ moduleId, number, title }));
}

function presentCard(document: DocumentSource): DocumentCard {
  const { id, title, author, year, date, disputed, degree, kind, region, subject, york, mark } = document;
  return { id, title, author, year, date, disputed, degree, kind, region, subject, york, mark: mark ?? null };
}
