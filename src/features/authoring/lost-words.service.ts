import { and, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { questions } from "#app/features/courses/courses.table.ts";
import { type Anchor, collapse, passageFinder } from "#app/features/notes/anchor.policy.ts";
import type { TextRef as AnnotatedText } from "#app/features/notes/notes.schema.ts";
import { notes } from "#app/features/notes/notes.table.ts";
import { paragraphsOf } from "#app/features/notes/paragraphs.policy.ts";
import type { Reach } from "./kinds/kind.ts";

/** Passages of notes that are told word for word. */
const MOST_PASSAGES = 5;

/**
 * What a new text has no longer: passages of notes, and those on which questions rest. The passages are the text's own words; whose notes they are
 * and what the notes say is not read.
 * @param asked which questions are of this text
 */
export async function lostWords(
  db: Db,
  { notes: { kind, textId }, asked }: { notes: AnnotatedText; asked: SQL | undefined },
  oldHtml: string,
  newHtml: string,
): Promise<Pick<Reach, "lostNotes" | "lostPassages">> {
  const [anchors, resting] = await Promise.all([
    db
      .select({ quote: notes.quote, prefix: notes.prefix, suffix: notes.suffix, position: notes.position })
      .from(notes)
      .where(and(eq(notes.kind, kind), eq(notes.textId, textId))),
    asked
      ? db
          .select({ id: questions.id, prompt: questions.prompt, passage: questions.passage })
          .from(questions)
          .where(and(asked, isNull(questions.retiredAt), isNotNull(questions.passage)))
      : [],
  ]);
  const now = paragraphsOf(newHtml);
  const lost = lostPassages(anchors, paragraphsOf(oldHtml), now);
  const whole = collapse(now.join(" "));
  return {
    lostNotes: { count: lost.length, passages: [...new Set(lost)].slice(0, MOST_PASSAGES) },
    lostPassages: resting.filter(({ passage }) => !whole.includes(collapse(passage!))).map(({ id, prompt }) => ({ id, prompt })),
  };
}

/** The passages that stand in the text of before, and no longer in the new one. */
function lostPassages(anchors: Anchor[], before: string[], now: string[]): string[] {
  const [findBefore, findNow] = [passageFinder(before), passageFinder(now)];
  return anchors
    .filter((anchor) => findBefore(anchor)?.exact === true && findNow(anchor)?.exact !== true)
    .map(({ quote }) => quote);
}
