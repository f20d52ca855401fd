import type { DocumentSource } from "#app/content/documents.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { DocumentBody } from "./authoring.schema.ts";
import { trimLines } from "./trim-lines.policy.ts";

/** A document of the files as its editor shows it. */
export function bodyOfDocument({ id: _, degree: _degree, ...document }: DocumentSource): DocumentBody {
  const { mark = "", link = "", linkLabel = "", markdown, ...head } = document;
  return { ...head, mark, link, linkLabel, markdown: trimLines(markdown) };
}

/** The head of its file, still unchecked: `documentHead` (src/content/documents.ts) judges it. */
export function headOfDocument({ id, degree }: { id: string; degree: Degree }, body: DocumentBody): Record<string, unknown> {
  const { number, title, original, author, year, date, disputed, edition, page, kind, place, at, region, subject, intro } = body;
  const { mark, york, link, linkLabel, lessons, sources } = body;
  return {
    ...{ id, number, title, original, author, year, date },
    ...(disputed && { disputed }),
    ...{ edition, page, degree, kind, place },
    ...(at.length > 0 && { at }),
    ...{ region, subject, intro },
    ...(mark !== "" && { mark }),
    ...(york && { york }),
    ...(link !== "" && { link }),
    ...(linkLabel !== "" && { linkLabel }),
    ...{ lessons, sources },
  };
}

/** A document as it is read from its file. Its body was checked when it was published. */
export const documentOfBody = (head: { id: string; degree: Degree }, body: DocumentBody): DocumentSource =>
  ({ disputed: false, york: false, at: [], ...headOfDocument(head, body), markdown: body.markdown }) as unknown as DocumentSource;
