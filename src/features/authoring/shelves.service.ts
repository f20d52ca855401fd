import { termFiles } from "#app/features/dictionary/dictionary.service.ts";
import { documentFiles } from "#app/features/documents/document-sources.service.ts";
import { articleFiles } from "#app/features/library/article-sources.service.ts";
import { studyFiles } from "#app/features/studies/studies.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import {
  DEGREE_OF_ALL,
  SHELVES,
  SHELVES_OF_ALL,
  type Shelf,
  type TextBody,
  type TextKind,
  titleOfBody,
} from "./authoring.schema.ts";
import { SHELF_WORDS } from "./authoring-words.ts";
import type { EditedText } from "./edited-texts.policy.ts";

type Known = { kind: TextKind; id: string; degree: Degree; shelf: Shelf; title: string; number: number };
type Drafted = { kind: TextKind; subjectId: string; degree: Degree; body: TextBody };

const keyOf = ({ kind, id }: { kind: TextKind; id: string }): string => `${kind} ${id}`;

/** The articles that the library has, each with its degree. */
type Articles = ReadonlyMap<string, Degree>;

const filesOfShelves = (articles: Articles): Known[] => [
  ...studyFiles().map(({ id, degree, sort, title, order }) => ({
    ...{ kind: "study" as const, id, degree, shelf: sort, title, number: order },
  })),
  ...termFiles().map(({ id, degree, term }) => ({
    ...{ kind: "term" as const, id, degree, shelf: "term" as const, title: term, number: 0 },
  })),
  ...articleFiles().flatMap(({ slug, title }) => {
    const degree = articles.get(slug);
    return degree ? { kind: "article" as const, id: slug, degree, shelf: "article" as const, title, number: 0 } : [];
  }),
  ...documentFiles().map(({ id, degree, title, number }) => ({
    ...{ kind: "document" as const, id, degree, shelf: "document" as const, title, number },
  })),
];

/** The shelf of a body, and its place there; nothing for what stands on none. */
function placeOf(body: TextBody): Pick<Known, "shelf" | "number"> | undefined {
  if ("sort" in body) return { shelf: body.sort, number: body.order };
  if ("definition" in body) return { shelf: "term", number: 0 };
  if ("category" in body) return { shelf: "article", number: 0 };
  return "original" in body ? { shelf: "document", number: body.number } : undefined;
}

/** The texts of a degree that are in no module, shelf by shelf: those that members have, those that are retired, and those that are only drafted. */
export function shelvesOf(degree: Degree, edited: readonly EditedText[], drafted: readonly Drafted[], articles: Articles) {
  const known = new Map(filesOfShelves(articles).map((text) => [keyOf(text), text]));
  const retiredAt = new Map(edited.map((text) => [keyOf(text), text.retiredAt]));
  const put = (kind: TextKind, id: string, of: Degree, body: TextBody | null) => {
    const place = body && placeOf(body);
    const key = keyOf({ kind, id });
    if (place) known.set(key, { kind, id, degree: known.get(key)?.degree ?? of, title: titleOfBody(body), ...place });
  };
  for (const { kind, id, degree: of, body } of edited)
    if (kind !== "article") put(kind, id, of, body);
    else if (articles.has(id)) put(kind, id, articles.get(id)!, body); // the others were deleted by an administrator
  const published = new Set(known.keys());
  for (const { kind, subjectId: id, degree: of, body } of drafted)
    if (!published.has(keyOf({ kind, id }))) put(kind, id, of, body);
  const texts = [...known.values()].filter((text) => text.degree === degree);
  return SHELVES.filter((shelf) => degree === DEGREE_OF_ALL || !SHELVES_OF_ALL.includes(shelf)).map((shelf) => ({
    id: shelf,
    title: SHELF_WORDS[shelf].title,
    texts: texts
      .filter((text) => text.shelf === shelf)
      .toSorted((a, b) => a.number - b.number || a.title.localeCompare(b.title, "pt-BR"))
      .map((text) => {
        const { kind, id, title, number } = text;
        const retired = retiredAt.get(keyOf(text)) ?? null;
        const isPublished = published.has(keyOf(text));
        return {
          ...{ kind, id, title, isPublished },
          number: retired || !isPublished || SHELVES_OF_ALL.includes(shelf) ? null : number, // these are in the order of the alphabet
          retiredAt: retired?.toISOString() ?? null,
        };
      }),
  }));
}
