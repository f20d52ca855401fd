import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx, Services } from "#app/server/context.ts";
import type { Turn } from "#app/server/fair-queue.ts";
import { type TextBody, type TextKind, type TextRef, titleOfBody } from "./authoring.schema.ts";
import { drafts, rowsOf } from "./authoring.table.ts";
import { type Composed, compose } from "./compose/compose.service.ts";
import { articleKind } from "./kinds/articles.service.ts";
import { documentKind } from "./kinds/documents.service.ts";
import type { Kind, Reach, Subject } from "./kinds/kind.ts";
import { lessonKind } from "./kinds/lessons.service.ts";
import { questionKind } from "./kinds/questions.service.ts";
import { studyKind } from "./kinds/studies.service.ts";
import { termKind } from "./kinds/terms.service.ts";

export type { Subject } from "./kinds/kind.ts";

/** All that is written in the browser. */
const KINDS: { [Name in TextKind]: Kind<Name> } = {
  lesson: lessonKind,
  question: questionKind,
  study: studyKind,
  document: documentKind,
  term: termKind,
  article: articleKind,
};

/** What a text's kind has of its own. Its bodies were parsed by it, so that they are of its shape. */
const kindOf = (kind: TextKind) => KINDS[kind] as unknown as Kind;

/** The body as this kind has it. @throws AppError invalid_input for one of another kind */
export function bodyOfKind(kind: TextKind, body: TextBody): TextBody {
  const parsed = kindOf(kind).body.safeParse(body);
  if (!parsed.success) throw new AppError("invalid_input", { fields: { form: "O que foi enviado não é deste tipo de texto." } });
  return parsed.data;
}

/** A published text, or undefined. */
export const findPublished = (db: Db, { kind, id }: TextRef): Promise<Subject | undefined> => kindOf(kind).find(db, id);

/** A text, published or only drafted. @throws AppError not_found */
export async function findSubject(db: Db, ref: TextRef): Promise<Subject> {
  const published = await findPublished(db, ref);
  if (published) return published;
  const [draft] = await db.select().from(drafts).where(rowsOf(drafts, ref));
  if (!draft) throw new AppError("not_found");
  const parent = { id: draft.parentId, title: await kindOf(ref.kind).parentTitle(db, draft.parentId) };
  return { ref, degree: draft.degree, parent, title: titleOfBody(draft.body), retired: false, body: null };
}

/** Renders and checks a text as it would be published. @throws AppError invalid_input, superseded, too_many_tries, unavailable */
export const composeText = async (
  services: Pick<Services, "db" | "catalogue">,
  turn: Turn,
  subject: Subject,
  body: TextBody,
): Promise<Composed> => compose(turn, await kindOf(subject.ref.kind).toCompose(services, subject, body));

/** @throws AppError invalid_input for a text that the checks keep back */
export function requirePublishable(composed: Composed): Composed {
  const first = composed.remarks.find(({ blocks }) => blocks);
  // the words of the remark are for who writes, and stand in the margin: others read this
  if (first || (!composed.page && !composed.question))
    throw new AppError("invalid_input", {
      fields: { form: "Há um reparo que impede a publicação. Veja-o na margem do texto e corrija." },
    });
  return composed;
}

/** Makes a composed text what members read. @returns the text that it became: a question whose meaning changed is another one */
export const writePublished = (
  tx: Db,
  services: Pick<Services, "catalogue">,
  subject: Subject,
  body: TextBody,
  composed: Composed,
): Promise<TextRef> => kindOf(subject.ref.kind).publish(tx, services, subject, body, composed);

/** Takes a published text out of what is taught, or brings it back. @throws AppError pool_too_small */
export const retirePublished = (tx: Db, ctx: Ctx, subject: Subject, retired: boolean): Promise<void> =>
  kindOf(subject.ref.kind).retire(tx, ctx, subject, retired);

/** Whom a new text touches. */
export const reachOf = (ctx: Ctx, subject: Subject, body: TextBody, composed: Composed): Promise<Reach> =>
  kindOf(subject.ref.kind).reach(ctx, subject, body, composed);
