import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { questions } from "#app/features/courses/courses.table.ts";
import { termSlugs } from "#app/features/dictionary/dictionary.service.ts";
import { readableIn } from "#app/features/documents/documents.service.ts";
import { studiesOpenTo } from "#app/features/studies/studies.service.ts";
import { compareDegrees, type Degree } from "#app/lib/degrees.ts";
import type { ReviewCard } from "./review.answers.ts";
import { reviewCards } from "./review.table.ts";

/** Where cards may come from, by the name that `source` has: what it is called, and its address. */
type Sources = ReadonlyMap<string, ReviewCard["source"]>;

type Gate = {
  sources: Sources;
  /** Values of the gate's placeholders. */
  values: { sources: string[]; subjects: string[] };
};

/** By the catalogue, so that a new one makes new gates. */
const gates = new WeakMap<Catalogue, Map<Degree, Gate>>();

/**
 * What a degree may review: cards met in lessons that are taught, documents and studies up to it; of terms and documents those that
 * exist. Everything else is out of the query's reach, so that no address shows it.
 */
export function gateOf(catalogue: Catalogue, degree: Degree): Gate {
  const known = gates.get(catalogue) ?? new Map<Degree, Gate>();
  gates.set(catalogue, known);
  const gate = known.get(degree) ?? openGate(catalogue, degree);
  known.set(degree, gate);
  return gate;
}

function openGate(catalogue: Catalogue, degree: Degree): Gate {
  const lessons = catalogue.modules
    .filter((module) => compareDegrees(module.degree, degree) <= 0)
    .flatMap((module) => module.lessons)
    .map(({ id, moduleId, number, title }) => ({
      id,
      kind: "lesson" as const,
      title,
      path: `/modulo/${moduleId}/licao/${number}`,
    }));
  const documents = readableIn(degree).map(({ id, title }) => ({
    id,
    kind: "document" as const,
    title,
    path: `/documentos/${id}`,
  }));
  const studies = studiesOpenTo(degree).map(({ id, title }) => ({ id, kind: "study" as const, title, path: `/estudos/${id}` }));
  const sources = new Map([...lessons, ...documents, ...studies].map(({ id, ...source }) => [`${source.kind}:${id}`, source]));
  const subjects = [...termSlugs().map((slug) => `term:${slug}`), ...documents.map(({ id }) => `document:${id}`)];
  return { sources, values: { sources: [...sources.keys()], subjects } };
}

/** A question belongs where it is asked now; other cards, where they were met. Needs the join of `isQuestion`. */
export const sourceOfCard = sql<string>`coalesce(
  'lesson:' || ${questions.lessonId}, 'document:' || ${questions.documentId}, 'study:' || ${questions.studyId}, ${reviewCards.source})`;

/** Joins a card's question to it. */
export const isQuestion: SQL = and(eq(reviewCards.kind, "question"), eq(questions.id, reviewCards.subject))!;

/** The gate of the query: with `isQuestion` joined, and the gate's values given. Retired questions, and those taken out of exams, stay away. */
export const isOpen: SQL = and(
  or(
    and(isNotNull(questions.id), isNull(questions.retiredAt), isNull(questions.undrawnSince)),
    sql`${reviewCards.kind} || ':' || ${reviewCards.subject} = any(${sql.placeholder("subjects")}::text[])`,
  ),
  sql`${sourceOfCard} = any(${sql.placeholder("sources")}::text[])`,
)!;
