import { readLesson, readModules } from "#app/content/courses.ts";
import { readDocuments } from "#app/content/documents.ts";
import { readForbidden } from "#app/content/forbidden.ts";
import { readLibraryFile } from "#app/content/library.ts";
import { readPlaces } from "#app/content/places.ts";
import { readQuestions } from "#app/content/questions.ts";
import { readStudies } from "#app/content/studies.ts";
import { termsIn } from "#app/features/dictionary/dictionary.service.ts";
import { once } from "#app/lib/once.ts";
import { commentary } from "../checks/document.ts";
import { articleFile, documentFile, lessonFile, studyFile } from "../checks/finding.ts";
import { ownText } from "../checks/markdown.ts";
import type { LessonTitles } from "../checks/prose.ts";
import { type ComparedText, type Place, rememberText } from "../checks/repetition.ts";
import { studyText } from "../checks/study.ts";
import type { Remark, TaughtPlaces } from "./composed.ts";

/** What the texts of the content folder offer; they do not change while the program runs. */
export const surroundings = once(() => {
  const places = new Map<string, Place>();
  for (const text of [
    ...lessonTexts(),
    ...readLibraryFile().items.flatMap(({ slug, title, text }) =>
      text === null ? [] : [{ name: title, file: articleFile(slug), text: ownText(text) }],
    ),
    ...readDocuments().map(({ id, title, markdown }) => ({ name: title, file: documentFile(id), text: commentary(markdown) })),
    ...readStudies().map((study) => ({ name: study.title, file: studyFile(study), text: studyText(study) })),
  ])
    rememberText(places, text);
  return { places, forbidden: readForbidden() };
});

const lessonTexts = (): ComparedText[] =>
  readModules().flatMap(({ lessons }) =>
    lessons.flatMap(({ id, title }) => {
      const lesson = readLesson(id);
      return lesson ? [{ name: title, file: lessonFile(id), text: `${lesson.standfirst}\n${ownText(lesson.markdown)}` }] : [];
    }),
  );

/** The entries of the dictionary that a text may call. */
export const termNames = (now: TaughtPlaces) => new Set(termsIn(now).map(({ slug }) => slug));

/** The questions of the files. */
export const questionsOfFiles = once(() => readQuestions());

const onMap = once(() => new Set(readPlaces().map(({ id }) => id)));

/** The places of the map that a head names and that are not there. */
export const unknownPlaces = (names: string[]): Remark[] =>
  [...new Set(names)]
    .filter((name) => !onMap().has(name))
    .map((name) => blocking(`“${name}” não é um lugar do mapa; deixe sem lugar o que não é certo`));

export const blocking = (message: string): Remark => ({ message, blocks: true });
export const advice = (message: string): Remark => ({ message, blocks: false });

/** The lessons by id; those that were retired, too, which a text may still name. */
export function lessonTitles({ modules, retired }: TaughtPlaces): LessonTitles {
  const titles: LessonTitles = new Map(
    modules.flatMap(({ degree, lessons }) => lessons.map(({ id, title }) => [id, { title, degree }])),
  );
  for (const id of retired) titles.set(id, { title: "", degree: "aprendiz" });
  return titles;
}

export const retiredLinks = (markdown: string, { retired }: TaughtPlaces): Remark[] =>
  retired
    .filter((id) => markdown.includes(`(licao:${id})`))
    .map((id) => advice(`a lição “${id}” foi retirada: a ligação aparece só como texto`));
