import type { SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { TextRef as AnnotatedText } from "#app/features/notes/notes.schema.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { listInWords } from "#app/lib/text.ts";
import type { Ctx, Services } from "#app/server/context.ts";
import type { BodyOf, TextKind } from "../authoring.schema.ts";
import { findEditedText, retireEditedText, writeEditedText } from "../edited-texts.service.ts";
import { lostWords } from "../lost-words.service.ts";
import { movePositions, type ReadingPlaces } from "../positions.service.ts";
import type { Kind, Reach, Subject } from "./kind.ts";

/** A text of the content folder. */
export type FileText<Name extends TextKind> = { id: string; degree: Degree; body: BodyOf<Name> };

/** What a kind says whose texts are files, with what was edited in the browser in their place (edited-texts.policy.ts). */
export type KindOfFiles<Name extends TextKind> = Pick<Kind<Name>, "body" | "toCompose"> & {
  name: Name;
  /** The texts of this release. */
  files: () => readonly FileText<Name>[];
  /** The shelf that it stands on. */
  parent: (body: BodyOf<Name>) => Subject["parent"];
  parentTitle: (parentId: string) => string;
  /** What members read now, or undefined. */
  htmlNow: (services: Pick<Services, "catalogue">, id: string, degree: Degree) => string | undefined;
  /** Where its readers stopped, where that is kept. */
  places?: (id: string) => ReadingPlaces;
  /** Under which name notes know it, and which questions are asked of it. */
  annotated?: (id: string) => { notes: AnnotatedText; asked: SQL | undefined };
  /** How many read it. */
  readers: (db: Db, id: string) => Promise<Reach>;
  /** Before it is retired. @throws AppError where something still needs it */
  mayRetire?: (tx: Db, ctx: Ctx, id: string) => Promise<void>;
};

/** How many of the texts that name something are named themselves. */
const MOST_NAMED = 5;

/** @throws AppError conflict while texts name what is to be retired: their links would lead nowhere */
export function refuseWhileNamed(what: string, titles: string[]): void {
  if (titles.length === 0) return;
  const named = listInWords(titles.slice(0, MOST_NAMED).map((title) => `“${title}”`));
  const more = titles.length > MOST_NAMED ? ", e outros textos," : "";
  const name = titles.length === 1 ? "mostra" : "mostram";
  throw new AppError("conflict", { message: `${named}${more} ${name} ${what}. Tire antes a ligação de lá.` });
}

export function kindOfFiles<Name extends TextKind>(own: KindOfFiles<Name>): Kind<Name> {
  return {
    body: own.body,
    toCompose: own.toCompose,
    parentTitle: async (_, id) => own.parentTitle(id),
    find: async (db, id) => {
      const edited = await findEditedText(db, { kind: own.name, id });
      const file = own.files().find((each) => each.id === id);
      const body = (edited?.body as BodyOf<Name> | null | undefined) ?? file?.body;
      if (!body) return undefined;
      const title = "title" in body ? body.title : "";
      const degree = file?.degree ?? edited!.degree;
      return { ref: { kind: own.name, id }, degree, parent: own.parent(body), title, retired: edited?.retiredAt != null, body };
    },
    publish: async (tx, services, { ref, degree, body: before }, body, { page }) => {
      const former = before && own.htmlNow(services, ref.id, degree);
      await writeEditedText(tx, { ...ref, degree, body });
      if (former && page && own.places) await movePositions(tx, own.places(ref.id), former, page.html);
      return ref;
    },
    retire: async (tx, ctx, { ref, degree }, retired) => {
      if (retired) await own.mayRetire?.(tx, ctx, ref.id);
      await retireEditedText(tx, { ...ref, degree }, retired);
    },
    reach: async (ctx, { ref, degree, body }, _, { page }) => {
      if (!body) return {};
      const former = own.htmlNow(ctx, ref.id, degree);
      const [counted, lost] = await Promise.all([
        own.readers(ctx.db, ref.id),
        page && former !== undefined && own.annotated ? lostWords(ctx.db, own.annotated(ref.id), former, page.html) : {},
      ]);
      return { ...counted, ...lost };
    },
  };
}
