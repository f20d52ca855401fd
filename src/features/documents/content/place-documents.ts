import type { Link, Paragraph, RootContent } from "mdast";
import type { DocumentSource } from "#app/content/documents.ts";
import { everyNode, SourceError } from "#app/server/markdown/markdown.ts";
import { documentPlate, plateId } from "./render-document.ts";

/** What `documento:` links point at: undefined for an id that does not exist, and for a document that not every reader of the text may read. */
export type DocumentTargets = { document: (id: string) => DocumentSource | undefined };

const SCHEME = "documento:";

export const isDocumentLink = ({ url }: Link): boolean => url.startsWith(SCHEME);

const idOf = ({ url }: Link): string => url.slice(SCHEME.length);

/** A block, and after it room for each document that it links. */
export function withDocumentRooms(node: RootContent): RootContent[] {
  const rooms: RootContent[] = [];
  everyNode(node, (each) => {
    if (each.type === "link" && isDocumentLink(each)) rooms.push(room(idOf(each)));
  });
  return [node, ...rooms];
}

const room = (id: string): Paragraph => ({
  type: "paragraph",
  children: [],
  data: { hName: "figure", hProperties: { className: ["plate"], dataDocument: id } },
});

/** Points a `documento:` link at the plate in the same text. @throws SourceError when there is no such document for its readers */
export function resolveDocumentLink(node: Link, targets: DocumentTargets): void {
  const id = idOf(node);
  if (!targets.document(id)) throw new SourceError(`o documento "${id}" não existe, ou é de grau acima`);
  node.url = `#${plateId(id)}`;
}

/** Sets the plates into their rooms, after the text was sanitised: documents come from the repository. */
export const insertDocuments = (html: string, targets: DocumentTargets, open: boolean): string =>
  html.replace(/<figure class="plate" data-document="([^"]+)"><\/figure>/g, (_, id: string) =>
    documentPlate(targets.document(id)!, open),
  );
