import { and, eq, sql } from "drizzle-orm";
import { termFiles, termsIn } from "#app/features/dictionary/dictionary.service.ts";
import { worksCalling } from "#app/features/library/articles.service.ts";
import { reviewCards } from "#app/features/review/review.table.ts";
import { studiesCalling } from "#app/features/studies/studies.service.ts";
import { once } from "#app/lib/once.ts";
import { DEGREE_OF_ALL, termBody } from "../authoring.schema.ts";
import { SHELF_WORDS } from "../authoring-words.ts";
import { bodyOfTerm } from "../term-bodies.policy.ts";
import { type FileText, kindOfFiles, refuseWhileNamed } from "./files.service.ts";
import { placesIn } from "./lessons.service.ts";

const SHELF = { id: "term", title: SHELF_WORDS.term.title };

/** An entry of the dictionary. */
export const termKind = kindOfFiles({
  name: "term",
  body: termBody,
  files: once((): FileText<"term">[] =>
    termFiles().map((term) => ({ id: term.id, degree: DEGREE_OF_ALL, body: bodyOfTerm(term) })),
  ),
  parent: () => SHELF,
  parentTitle: () => SHELF.title,
  toCompose: async ({ catalogue }, { ref: { id }, degree }, body) => ({
    ...{ kind: "term", id, degree, body, places: placesIn(catalogue()) },
  }),
  htmlNow: () => undefined,
  readers: async (db, id) => {
    const [counted] = await db
      .select({ inside: sql<number>`count(distinct ${reviewCards.userId})::int` })
      .from(reviewCards)
      .where(and(eq(reviewCards.kind, "term"), eq(reviewCards.subject, id)));
    return counted!;
  },
  mayRetire: async (tx, ctx, id) => {
    const catalogue = ctx.catalogue();
    refuseWhileNamed("este verbete", [
      ...catalogue.modules.flatMap(({ lessons }) =>
        lessons.filter(({ text }) => text?.terms.includes(id)).map(({ title }) => title),
      ),
      ...studiesCalling(catalogue, id),
      ...(await worksCalling(tx, id)),
      ...termsIn(catalogue)
        .filter(({ see }) => see.includes(id))
        .map(({ term }) => term),
    ]);
  },
});
