import type { DocumentSource } from "#app/content/documents.ts";
import type { WithEdits } from "#app/features/authoring/edited-texts.policy.ts";
import type { Catalogue, CatalogueLesson } from "#app/features/courses/catalogue.ts";
import type { JudgedAnswer } from "#app/features/courses/courses.answers.ts";
import type { OpenAnswerInput } from "#app/features/courses/courses.schema.ts";
import { answerQuestion, presentQuestions } from "#app/features/courses/questions.service.ts";
import { type Searchable, textOfHtml } from "#app/features/search/search-index.service.ts";
import { studiesShowing } from "#app/features/studies/studies.service.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { oncePer } from "#app/lib/once.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { COMMENTARY, plateId, renderDocument, wholeHtml } from "./content/render-document.ts";
import { documentsIn } from "./document-sources.service.ts";
import type { DocumentCard, DocumentList, DocumentText } from "./documents.answers.ts";

/** A document's text, rendered when it is first asked for: all at once would hold up every other request. */
const textOf = oncePer((document: DocumentSource) => renderDocument(document));

/** The documents that a degree may read. */
export const readableIn = (edits: WithEdits, degree: Degree): DocumentSource[] =>
  documentsIn(edits).filter((document) => coversDegree(degree, document.degree));

/** A document above the reader's degree does not exist for them. @throws AppError not_found */
function findReadable(ctx: Ctx, id: string): DocumentSource {
  const document = readableIn(ctx.catalogue(), requireActor(ctx).degree).find((each) => each.id === id);
  if (!document) throw new AppError("not_found");
  return document;
}

/** The documents that the member's degree may read. */
export function listDocuments(ctx: Ctx): DocumentList {
  return { documents: readableIn(ctx.catalogue(), requireActor(ctx).degree).map(presentCard) };
}

/** One document, and where it is shown. @throws AppError not_found */
export async function readDocument(ctx: Ctx, id: string): Promise<DocumentText> {
  const { degree } = requireActor(ctx);
  const document = findReadable(ctx, id);
  const { excerpts, compared } = textOf(document);
  const { intro, place, original, edition, page, sources, link, linkLabel } = document;
  const readable = readableIn(ctx.catalogue(), degree);
  const at = readable.indexOf(document);
  return {
    ...presentCard(document),
    intro,
    place,
    original,
    edition,
    page,
    sources,
    link: link ? { href: link, label: linkLabel! } : null,
    excerpts,
    compared,
    commentary: commentaryOf(document),
    questions: await presentQuestions(ctx, { documentId: id }),
    lessons: lessonsShowing(ctx, id, degree),
    studies: studiesShowing(ctx.catalogue(), id, degree),
    previous: linkTo(readable[at - 1]),
    next: linkTo(readable[at + 1]),
  };
}

/** What a document says, what it does not say, what is disputed: sanitised HTML. */
export function commentaryOf(document: DocumentSource): DocumentText["commentary"] {
  const { commentary } = textOf(document);
  return COMMENTARY.map((title, index) => ({ title, html: commentary[index]! }));
}

/** Judges an answer to one of a document's questions. @throws AppError not_found, too_many_tries */
export async function answerDocumentQuestion(
  ctx: Ctx,
  { documentId, questionId }: { documentId: string; questionId: string },
  input: OpenAnswerInput,
): Promise<JudgedAnswer> {
  findReadable(ctx, documentId);
  return answerQuestion(ctx, { documentId }, questionId, input);
}

/** The documents, each for its degree and those above. */
export const searchableDocuments = (edits: WithEdits): Searchable[] =>
  documentsIn(edits).map((document) => ({
    kind: "document",
    id: document.id,
    degree: document.degree,
    path: `/documentos/${document.id}`,
    title: document.title,
    context: `${document.author}, ${document.date}`,
    names: [document.original.title, document.kind, document.place, `Doc. ${document.number}`],
    source: `${document.subject}. ${document.markdown}`,
    text: () => {
      const { excerpts, commentary } = renderDocument(document);
      const paragraphs = excerpts.flatMap((excerpt) => excerpt.paragraphs);
      return `${document.subject}. ${textOfHtml([...paragraphs, ...commentary].join(" "))}`;
    },
  }));

const inBrief = ({ id, title, degree }: DocumentSource) => ({ title, path: `/documentos/${id}`, degree });

/** Where a document is, and its text; of one above this degree not even the title. */
export function documentForReader(edits: WithEdits, id: string, degree: Degree) {
  const documents = documentsIn(edits);
  const order = documents.findIndex((each) => each.id === id);
  const document = documents[order];
  if (!document) return undefined;
  const place = { ...inBrief(document), order };
  if (!coversDegree(degree, document.degree)) return { ...place, title: null, html: null };
  return { ...place, html: wholeHtml(textOf(document)) };
}

/** What a text that leads to a document needs of it, whoever reads; undefined for none. */
export function documentInBrief(edits: WithEdits, id: string) {
  const document = documentsIn(edits).find((each) => each.id === id);
  return document && inBrief(document);
}

const linkTo = (document: DocumentSource | undefined) =>
  document ? { id: document.id, title: document.title, date: document.date } : null;

/** The published lessons, of degrees up to this one, that have the document's plate. */
function lessonsShowing(ctx: Ctx, documentId: string, degree: Degree): DocumentText["lessons"] {
  const plate = `id="${plateId(documentId)}"`;
  return ctx
    .catalogue()
    .modules.filter((module) => coversDegree(degree, module.degree))
    .flatMap(({ lessons }) => lessons.filter(({ text }) => text?.html.includes(plate)))
    .map(({ moduleId, number, title }) => ({ moduleId, number, title }));
}

const PLATES = new RegExp(` id="${plateId('([^"]+)')}"`, "g");

/** The ids of the documents that a text shows, of degrees up to this one. */
export const documentsShownIn = (edits: WithEdits, html: string, degree: Degree): string[] => {
  const readable = new Set(readableIn(edits, degree).map(({ id }) => id));
  const ids = [...html.matchAll(PLATES)].map(([, id]) => id!);
  return [...new Set(ids)].filter((id) => readable.has(id));
};

/** The documents that the published lessons of a degree show, by id, each with the first of these lessons. */
export function documentsInLessons(
  catalogue: Catalogue,
  degree: Degree,
): Map<string, { document: DocumentSource; lesson: CatalogueLesson }> {
  const byId = new Map(documentsIn(catalogue).map((document) => [document.id, document]));
  const shown = new Map<string, { document: DocumentSource; lesson: CatalogueLesson }>();
  for (const module of catalogue.modules.filter((each) => each.degree === degree))
    for (const lesson of module.lessons)
      for (const [, id] of (lesson.text?.html ?? "").matchAll(PLATES)) {
        const document = byId.get(id!);
        if (document && !shown.has(id!)) shown.set(id!, { document, lesson });
      }
  return shown;
}

/** The published texts that show a document, by title. */
export const textsShowing = (catalogue: Catalogue, documentId: string): string[] => [
  ...catalogue.modules.flatMap(({ lessons }) =>
    lessons.filter(({ text }) => text?.html.includes(`id="${plateId(documentId)}"`)).map(({ title }) => title),
  ),
  ...studiesShowing(catalogue, documentId, "mestre").map(({ title }) => title),
];

/** The title of the document that has this number already, or null. */
export const documentOfNumber = (edits: WithEdits, { id, number }: Pick<DocumentSource, "id" | "number">): string | null =>
  documentsIn(edits).find((document) => document.number === number && document.id !== id)?.title ?? null;

function presentCard(document: DocumentSource): DocumentCard {
  const { id, number, title, author, year, date, disputed, degree, kind, region, subject, york, mark } = document;
  return { id, number, title, author, year, date, disputed, degree, kind, region, subject, york, mark: mark ?? null };
}
