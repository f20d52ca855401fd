import { readTerms } from "#app/content/dictionary.ts";
import { readDocuments } from "#app/content/documents.ts";
import { readLibraryFile } from "#app/content/library.ts";
import { readStudies } from "#app/content/studies.ts";
import type { Db } from "#app/db/client.ts";
import { articlesOf } from "#app/features/library/article-sources.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { bodyOfArticle } from "./article-bodies.policy.ts";
import { DEGREE_OF_ALL, type TextBody, type TextKind } from "./authoring.schema.ts";
import { drafts, editedTexts, rowsOf } from "./authoring.table.ts";
import { bodyOfDocument } from "./document-bodies.policy.ts";
import { readEditedTexts } from "./edited-texts.service.ts";
import { bodyOfStudy } from "./study-bodies.policy.ts";
import { bodyOfTerm } from "./term-bodies.policy.ts";
import { noteRepositoryText } from "./versions.service.ts";

/** What the files say of the texts that have no table of their own. */
const FILES: Partial<Record<TextKind, (folder: string) => { id: string; degree: Degree; body: TextBody }[]>> = {
  document: (folder) => readDocuments(folder).map((document) => ({ ...document, body: bodyOfDocument(document) })),
  article: (folder) =>
    articlesOf(readLibraryFile(folder).items).map((article) => ({
      ...{ id: article.slug, degree: DEGREE_OF_ALL },
      body: bodyOfArticle(article),
    })),
  term: (folder) => readTerms(folder).map((term) => ({ id: term.slug, degree: DEGREE_OF_ALL, body: bodyOfTerm(term) })),
  study: (folder) => readStudies(folder).map((study) => ({ ...study, body: bodyOfStudy(study) })),
};

/**
 * At start: what the files bring for a text that was edited here stands beside it, until an author settles it. Its degree alone is the file's at once,
 * as it says who may read it, and who may write its draft.
 */
export async function noteRepositoryTexts(tx: Db, folder: string): Promise<void> {
  const edited = await readEditedTexts(tx);
  const drafted = await tx.select({ kind: drafts.kind, id: drafts.subjectId, degree: drafts.degree }).from(drafts);
  const texts = [...edited, ...drafted.map((draft) => ({ ...draft, body: null }))];
  for (const [kind, own] of Map.groupBy(texts, (text) => text.kind)) {
    const files = new Map(FILES[kind]?.(folder).map((file) => [file.id, file]));
    for (const { id, degree, body } of own) {
      const file = files.get(id);
      if (file && file.degree !== degree)
        for (const table of [editedTexts, drafts])
          await tx.update(table).set({ degree: file.degree }).where(rowsOf(table, { kind, id }));
      if (file && body) await noteRepositoryText(tx, { kind, id }, file.body);
    }
  }
}
