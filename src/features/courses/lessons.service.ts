import { termsBySlug } from "#app/features/dictionary/dictionary.service.ts";
import { type Searchable, textOfHtml } from "#app/features/search/search-index.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { type Encoded, encode } from "#app/server/http/encodings.ts";
import type { Catalogue, CatalogueLesson, CatalogueModule } from "./catalogue.ts";
import type { LessonDetail, LessonLink, LessonText } from "./courses.answers.ts";
import { lessonProgressOf, moduleStates } from "./courses.policy.ts";
import { presentCheck } from "./questions.service.ts";
import { readRecords } from "./records.service.ts";

/** A lesson that the member may read, and its records. @throws AppError not_found, locked */
export async function openLesson(ctx: Ctx, actor: Actor, find: (catalogue: Catalogue) => CatalogueLesson | undefined) {
  const catalogue = ctx.catalogue();
  const lesson = find(catalogue);
  if (!lesson) throw new AppError("not_found");
  const module = catalogue.byId.get(lesson.moduleId)!;
  const records = await readRecords(ctx.db, actor.id);
  if (moduleStates(catalogue.modules, actor, records).get(module.id)!.lock) throw new AppError("locked");
  return { lesson, module, record: records.lessons.get(lesson.id) };
}

/** A module that is open to the member. @throws AppError not_found, locked */
export async function openModule(ctx: Ctx, actor: Actor, id: number): Promise<CatalogueModule> {
  const { byId, modules } = ctx.catalogue();
  const module = byId.get(id);
  if (!module) throw new AppError("not_found");
  if (moduleStates(modules, actor, await readRecords(ctx.db, actor.id)).get(id)!.lock) throw new AppError("locked");
  return module;
}

/** Finds the lessons that are taught, by id: where each is, and its text where it is open to the member. */
export async function lessonsForReader(ctx: Ctx) {
  const actor = requireActor(ctx);
  const catalogue = ctx.catalogue();
  const states = moduleStates(catalogue.modules, actor, await readRecords(ctx.db, actor.id));
  return (id: string) => {
    const lesson = catalogue.lessonById.get(id);
    if (!lesson) return undefined;
    const { moduleId, number, title, text } = lesson;
    const module = catalogue.byId.get(moduleId)!;
    return {
      title,
      path: `/modulo/${moduleId}/licao/${number}`,
      shelf: `Módulo ${moduleId} · ${module.title}`,
      order: moduleId * 1_000 + number,
      degree: module.degree,
      html: states.get(moduleId)!.lock ? null : (text?.html ?? null),
    };
  };
}

export const findByPlace = (moduleId: number, number: number) => (catalogue: Catalogue) =>
  catalogue.byId.get(moduleId)?.lessons.find((lesson) => lesson.number === number);

/** A lesson's head, its question without the answer, and where the member stopped. @throws AppError not_found, locked */
export async function readLesson(ctx: Ctx, moduleId: number, number: number): Promise<LessonDetail> {
  const actor = requireActor(ctx);
  const { lesson, module, record } = await openLesson(ctx, actor, findByPlace(moduleId, number));
  const beside = (other: CatalogueLesson | undefined): LessonLink | null =>
    other ? { moduleId: other.moduleId, number: other.number, title: other.title } : null;
  const index = module.lessons.indexOf(lesson);
  return {
    id: lesson.id,
    number: lesson.number,
    title: lesson.title,
    module: { id: module.id, title: module.title, degree: module.degree, lessonCount: module.lessons.length },
    previous: beside(module.lessons[index - 1]),
    next: beside(module.lessons[index + 1]),
    progress: {
      value: lessonProgressOf(record),
      position: record?.position ?? 0,
      furthest: record?.furthest ?? 0,
      completed: record?.completed ?? false,
    },
    text: lesson.text && {
      standfirst: lesson.text.standfirst,
      headings: lesson.text.headings,
      minutes: lesson.text.minutes,
      check: lesson.check && presentCheck(lesson.check, actor.id),
    },
  };
}

/** The text of a lesson, ready to be sent: serialised and compressed when it is first read. @throws AppError not_found, locked, lesson_unwritten */
export async function readLessonText(ctx: Ctx, moduleId: number, number: number): Promise<Encoded> {
  const { lesson } = await openLesson(ctx, requireActor(ctx), findByPlace(moduleId, number));
  if (!lesson.text) throw new AppError("lesson_unwritten");
  const { html, terms } = lesson.text;
  let encoded = encodedTexts.get(lesson.text);
  if (!encoded) {
    encoded = encode(Buffer.from(JSON.stringify({ html, terms: termsBySlug(ctx.catalogue(), terms) } satisfies LessonText)));
    encodedTexts.set(lesson.text, encoded);
  }
  return encoded;
}

/** By the texts of the catalogue, so that they go with it when it is replaced. */
const encodedTexts = new WeakMap<NonNullable<CatalogueLesson["text"]>, Encoded>();

/** The lessons that have a text, each for its degree and those above, to whom its module is open. */
export const searchableLessons = ({ modules }: Catalogue): Searchable[] =>
  modules.flatMap(({ id: moduleId, degree, title: moduleTitle, lessons }) =>
    lessons.flatMap(({ id, number, title, text }) =>
      text
        ? {
            kind: "lesson",
            id,
            degree,
            moduleId,
            path: `/modulo/${moduleId}/licao/${number}`,
            title,
            context: `${moduleTitle} · lição ${number}`,
            source: `${text.standfirst} ${text.html}`,
            text: () => `${text.standfirst} ${textOfHtml(text.html)}`,
          }
        : [],
    ),
  );
