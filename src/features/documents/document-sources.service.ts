import { type DocumentSource, readDocuments } from "#app/content/documents.ts";
import { documentOfBody } from "#app/features/authoring/document-bodies.policy.ts";
import { byEdits, type EditedText, textsNow } from "#app/features/authoring/edited-texts.policy.ts";
import { once } from "#app/lib/once.ts";

/** The documents of this release, read once. */
export const documentFiles = once(() => readDocuments());

const inOrder = (documents: DocumentSource[]): DocumentSource[] =>
  documents.toSorted((a, b) => a.year - b.year || a.id.localeCompare(b.id));

/** The documents as members have them, in the order of their years: those of the files, and what was edited in the browser. */
export const documentsIn = byEdits((edits) => inOrder(textsNow(edits, "document", documentFiles(), documentOfBody)));

/**
 * What texts may show. A document that was retired still stands in a text that links it: nothing that the files bring later keeps the program from
 * starting.
 */
export function documentsForTexts(edited: readonly EditedText[], files: DocumentSource[]): ReadonlyMap<string, DocumentSource> {
  const kept = edited.map((text) => ({ ...text, retiredAt: null }));
  return new Map(textsNow({ edited: kept }, "document", files, documentOfBody).map((document) => [document.id, document]));
}
