import { inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { questions } from "#app/features/courses/courses.table.ts";
import { termsIn } from "#app/features/dictionary/dictionary.service.ts";
import { readableIn } from "#app/features/documents/documents.service.ts";
import { isInRunningExam } from "#app/features/exam/running-questions.service.ts";
import { studiesOpenTo } from "#app/features/studies/studies.service.ts";
import { coversDegree, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { oncePer } from "#app/lib/once.ts";
import { studyAddress } from "#app/lib/study-sorts.ts";
import { reaches } from "#app/server/gate.ts";
import type { ReviewCard } from "./review.answers.ts";
import { reviewCards, reviewGate } from "./review.table.ts";

/** Where cards may come from, by the name that `source` has: what it is called, and its address. */
type Sources = ReadonlyMap<string, ReviewCard["source"]>;

/** By the catalogue, so that a new one makes new maps. */
const sourcesIn = oncePer((_: Catalogue) => new Map<Degree, Sources>());

/** What the cards of a degree say of where they come from. */
export function sourcesOf(catalogue: Catalogue, degree: Degree): Sources {
  const ofCatalogue = sourcesIn(catalogue);
  const sources =
    ofCatalogue.get(degree) ?? new Map(textsOf(catalogue, degree).map(({ id, ...text }) => [`${text.kind}:${id}`, text]));
  ofCatalogue.set(degree, sources);
  return sources;
}

/** The texts that a degree may read. */
function textsOf(catalogue: Catalogue, degree: Degree): (ReviewCard["source"] & { id: string })[] {
  const lessons = catalogue.modules
    .filter((module) => coversDegree(degree, module.degree))
    .flatMap((module) => module.lessons)
    .map(({ id, moduleId, number, title }) => ({
      id,
      kind: "lesson" as const,
      title,
      path: `/modulo/${moduleId}/licao/${number}`,
    }));
  const documents = readableIn(catalogue, degree).map(({ id, title }) => ({
    id,
    kind: "document" as const,
    title,
    path: `/documentos/${id}`,
  }));
  const studies = studiesOpenTo(catalogue, degree).map(({ id, title, sort }) => ({
    id,
    kind: "study" as const,
    title,
    path: studyAddress({ sort, id }),
  }));
  return [...lessons, ...documents, ...studies];
}

/**
 * At start, after the texts: brings the gate up to what there is to be met, and from which degree on. Safe when several processes start
 * together.
 */
export async function syncGate(db: Db, catalogue: Catalogue): Promise<void> {
  const degrees = new Map<string, Degree>(termsIn(catalogue).map(({ slug }) => [`term:${slug}`, DEGREES[0]]));
  for (const degree of DEGREES.toReversed()) for (const name of sourcesOf(catalogue, degree).keys()) degrees.set(name, degree);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.reviewGate})`);
    const stored = new Map((await tx.select().from(reviewGate)).map(({ name, degree }) => [name, degree]));
    const changed = [...degrees].filter(([name, degree]) => stored.get(name) !== degree);
    const gone = [...stored.keys()].filter((name) => !degrees.has(name));
    if (gone.length > 0) await tx.delete(reviewGate).where(inArray(reviewGate.name, gone));
    if (changed.length === 0) return;
    await tx
      .insert(reviewGate)
      .values(changed.map(([name, degree]) => ({ name, degree })))
      .onConflictDoUpdate({ target: reviewGate.name, set: { degree: sql`excluded.degree` } });
  });
}

/** A question's text, as `source` names it. */
const textOfQuestion = sql`coalesce(
  'lesson:' || ${questions.lessonId}, 'document:' || ${questions.documentId}, 'study:' || ${questions.studyId})`;

/** A question belongs where it is asked now; other cards, where they were met. */
export const sourceOfCard = sql<string>`case when ${reviewCards.kind} = 'question'
  then (select ${textOfQuestion} from ${questions} where ${questions.id} = ${reviewCards.subject}) else ${reviewCards.source} end`;

/** From which degree on there is something of this name; a look-up by the key for each card, as a day has few of them. */
const degreeOf = (name: SQL): SQL => sql`(select ${reviewGate.degree} from ${reviewGate} where ${reviewGate.name} = ${name})`;

const isReached = (degree: SQL): SQL => reaches(sql`${sql.placeholder("degree")}::text`, degree);

/**
 * The gate of the query: cards met in texts that are taught up to the degree; of terms and documents those that exist, of questions those
 * that are neither retired nor taken out of exams, nor in the member's exam that runs. Everything else is out of the query's reach, so that no address shows it.
 * The statement's placeholder `degree` has that of the member.
 */
export const isOpen = sql`case when ${reviewCards.kind} = 'question'
  then ${isReached(sql`(select ${degreeOf(textOfQuestion)} from ${questions}
    where ${questions.id} = ${reviewCards.subject} and ${questions.retiredAt} is null and ${questions.undrawnSince} is null
      and not ${isInRunningExam(sql`${reviewCards.userId}`, sql`${questions.id}`)})`)}
  else ${isReached(degreeOf(sql`${reviewCards.source}`))}
    and ${isReached(degreeOf(sql`${reviewCards.kind} || ':' || ${reviewCards.subject}`))} end`;
