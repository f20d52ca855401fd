import { createHash, createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { sessions } from "#app/features/account/account.table.ts";
import type { WithEdits } from "#app/features/authoring/edited-texts.policy.ts";
import { bytesOfPictures } from "#app/features/authoring/pictures/pictures.service.ts";
import type { CatalogueLesson } from "#app/features/courses/catalogue.ts";
import { openLesson, openModule } from "#app/features/courses/lessons.service.ts";
import { startReading } from "#app/features/courses/progress.service.ts";
import { documentForReader, documentsShownIn } from "#app/features/documents/documents.service.ts";
import { studyForReader } from "#app/features/studies/studies.service.ts";
import { weekInWords } from "#app/features/week/week.policy.ts";
import { findTextsOfWeek } from "#app/features/week/week.service.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { isPictureAddress, pictureAddress, picturesShownIn } from "#app/lib/pictures.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { deriveKey } from "#app/server/seal.ts";
import type { KeptPackage, LeaseAnswer } from "./offline.answers.ts";
import type { LeaseInput, PackageRef } from "./offline.schema.ts";

/** How long a device may open what it keeps without having asked again (product.md, 17). */
export const LEASE_DAYS = 14;

const isOff = (ctx: Ctx): boolean => ctx.settings().offline === "refused";

/** @throws AppError not_found while the academy has reading without a connection switched off */
function requireOffline(ctx: Ctx): void {
  if (isOff(ctx)) throw new AppError("not_found", { message: "A leitura sem rede está desligada nesta academia." });
}

/**
 * Lends the member's device the key of what it keeps, for as long as the session lasts and for fourteen days at the most. The key follows
 * from account and device, so that nothing is stored here, another account or device has another one, and after the next sign-in the same
 * member on the same device opens again what is there.
 * @throws AppError not_found
 */
export async function readLease(ctx: Ctx, { device }: LeaseInput): Promise<LeaseAnswer> {
  requireOffline(ctx);
  const { id: account, degree, sessionId } = requireActor(ctx);
  const [session] = await ctx.db.select({ expiresAt: sessions.expiresAt }).from(sessions).where(eq(sessions.id, sessionId));
  if (!session) throw new AppError("unauthenticated"); // it ended in this moment
  const from = new Date();
  const until = new Date(Math.min(session.expiresAt.getTime(), from.getTime() + LEASE_DAYS * 86_400_000));
  const key = createHmac("sha256", deriveKey(ctx.env, "offline")).update(`${account} ${device}`).digest("base64");
  return { terms: { account, degree, device, from: from.toISOString(), until: until.toISOString() }, key };
}

type Text = Pick<KeptPackage, "bytes" | "plates"> & { hash: string; addresses: string[] };

function textOf(html: string, hashed: string, addresses: string[]): Text {
  return {
    bytes: Buffer.byteLength(html) + OVERHEAD,
    plates: html.split('<div class="plate-art">').length - 1,
    hash: createHash("sha256").update(hashed).digest("base64url"),
    addresses: [...addresses, ...picturesShownIn(html).map(pictureAddress)],
  };
}

/** What a text's answers have beside its HTML, about: head, question, terms. */
const OVERHEAD = 6_000;

function lessonText({ id, moduleId, number, title, text, check }: CatalogueLesson): Text {
  const address = `/api/modules/${moduleId}/lessons/${number}`;
  return textOf(text?.html ?? "", JSON.stringify([title, text, check?.prompt]), [
    address,
    ...(text ? [`${address}/text`] : []),
    `/api/notes/lesson/${id}`,
  ]);
}

function documentText(edits: WithEdits, id: string, degree: Degree): Text {
  const { title = null, html } = documentForReader(edits, id, degree) ?? { html: null };
  return textOf(html ?? "", JSON.stringify([title, html]), [`/api/documents/${id}`, `/api/notes/document/${id}`]);
}

/** A study, a piece or a life, and the documents that it shows or reads from. @throws AppError not_found, locked */
function openStudy(
  ctx: Ctx,
  id: string,
): { study: NonNullable<ReturnType<typeof studyForReader>>; text: Text; documents: string[] } {
  const { degree } = requireActor(ctx);
  const edits = ctx.catalogue();
  const study = studyForReader(edits, id, degree);
  if (!study) throw new AppError("not_found");
  if (study.html === null) throw new AppError("locked");
  const text = textOf(study.html, JSON.stringify([study.title, study.html]), [`/api/studies/${id}`, `/api/notes/study/${id}`]);
  const read = study.document !== null && documentForReader(edits, study.document, degree) ? [study.document] : [];
  return { study, text, documents: [...new Set([...documentsShownIn(edits, study.html, degree), ...read])] };
}

/** @param texts the package's own texts, and those of the documents that they show */
function packageOf(
  facts: Pick<KeptPackage, "kind" | "id" | "title" | "degree" | "path">,
  { lessons, documents, own = [] }: { lessons: CatalogueLesson[]; documents: string[]; own?: Text[] },
  edits: WithEdits,
  degree: Degree,
): KeptPackage {
  const texts = [...own, ...lessons.map(lessonText), ...documents.map((id) => documentText(edits, id, degree))];
  const sum = (what: "bytes" | "plates") => texts.reduce((total, text) => total + text[what], 0);
  return {
    ...facts,
    lessons: lessons.length,
    plates: sum("plates"),
    documents: documents.length,
    bytes: sum("bytes"),
    version: createHash("sha256")
      .update(texts.map(({ hash }) => hash).join())
      .digest("base64url")
      .slice(0, 16),
    addresses: [...new Set(texts.flatMap(({ addresses }) => addresses))],
  };
}

/** What belongs to a module, a lesson, a study or the present week, where it is open to the member. @throws AppError not_found, locked */
async function findTexts(ctx: Ctx, { kind, id }: PackageRef): Promise<{ found: KeptPackage; lessonIds: string[] }> {
  const actor = requireActor(ctx);
  const edits = ctx.catalogue();
  const shown = (html: string) => documentsShownIn(edits, html, actor.degree);
  switch (kind) {
    case "module": {
      const module = await openModule(ctx, actor, Number(id));
      const facts = { kind, id, title: module.title, degree: module.degree, path: `/modulo/${module.id}` };
      const documents = shown(module.lessons.map(({ text }) => text?.html ?? "").join(""));
      const found = packageOf(facts, { lessons: module.lessons, documents }, edits, actor.degree);
      return { found: { ...found, addresses: [`/api/modules/${module.id}`, ...found.addresses] }, lessonIds: module.lessonIds };
    }
    case "lesson": {
      const { lesson, module } = await openLesson(ctx, actor, ({ lessonById }) => lessonById.get(id));
      const path = `/modulo/${module.id}/licao/${lesson.number}`;
      const facts = { kind, id, title: lesson.title, degree: module.degree, path };
      const found = packageOf(facts, { lessons: [lesson], documents: shown(lesson.text?.html ?? "") }, edits, actor.degree);
      return { found, lessonIds: [id] };
    }
    case "study": {
      const { study, text, documents } = openStudy(ctx, id);
      const { title, degree, path } = study;
      const facts = { kind, id, title, degree, path };
      return { found: packageOf(facts, { lessons: [], documents, own: [text] }, edits, actor.degree), lessonIds: [] };
    }
    case "week": {
      const { from, to, lessonId, pieceId } = await findTextsOfWeek(ctx);
      if (id !== from) throw new AppError("not_found"); // a week that is over, or has not begun
      const { study, text, documents } = openStudy(ctx, pieceId);
      const opened = lessonId && (await openLesson(ctx, actor, ({ lessonById }) => lessonById.get(lessonId)));
      const lessons = opened ? [opened.lesson] : [];
      const all = [...documents, ...shown(lessons.map((lesson) => lesson.text?.html ?? "").join(""))];
      const ofLesson = opened ? opened.module.degree : study.degree;
      const degree = coversDegree(study.degree, ofLesson) ? study.degree : ofLesson;
      const facts = { kind, id, title: `Semana de ${weekInWords(from, to)}`, degree, path: "/semana" };
      const found = packageOf(facts, { lessons, documents: [...new Set(all)], own: [text] }, edits, actor.degree);
      return { found, lessonIds: lessons.map((lesson) => lesson.id) };
    }
    default:
      return kind satisfies never;
  }
}

/** The same, with what its pictures take. @throws AppError not_found, locked */
async function findPackage(ctx: Ctx, ref: PackageRef): Promise<{ found: KeptPackage; lessonIds: string[] }> {
  const { found, lessonIds } = await findTexts(ctx, ref);
  const shown = found.addresses.filter(isPictureAddress).map((address) => address.slice(pictureAddress("").length));
  const bytes = await bytesOfPictures(ctx.db, shown);
  return { found: { ...found, bytes: found.bytes + Math.ceil(bytes * AS_TEXT) }, lessonIds };
}

/** A picture is kept as text: three bytes are four letters. */
const AS_TEXT = 4 / 3;

/** What a package holds and how large it is; null while nothing may be taken along. @throws AppError not_found, locked */
export const readPackage = async (ctx: Ctx, ref: PackageRef): Promise<KeptPackage | null> =>
  isOff(ctx) ? null : (await findPackage(ctx, ref)).found;

/**
 * A package is being taken along. The clocks of its lessons start, as they do when a lesson is opened, so that what is read of them without a
 * connection counts when it is reported.
 * @throws AppError not_found, locked
 */
export async function takePackage(ctx: Ctx, ref: PackageRef): Promise<KeptPackage> {
  requireOffline(ctx);
  const { found, lessonIds } = await findPackage(ctx, ref);
  await startReading(ctx.db, requireActor(ctx).id, lessonIds);
  return found;
}
