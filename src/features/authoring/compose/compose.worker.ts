import { readLesson, readModules } from "#app/content/courses.ts";
import { readTerms } from "#app/content/dictionary.ts";
import { readDocuments } from "#app/content/documents.ts";
import { findForbidden, readForbidden } from "#app/content/forbidden.ts";
import { type QuestionSource, questionSource } from "#app/content/questions.ts";
import { LessonSourceError, type RenderedLesson, renderLesson } from "#app/features/courses/content/render-lesson.ts";
import { lessonTargets } from "#app/features/courses/content/text-targets.ts";
import { isAnsweredBy, wantedOf } from "#app/features/courses/question-forms.policy.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { once } from "#app/lib/once.ts";
import { answerAsWorker } from "#app/server/answer-as-worker.ts";
import { FORM_SIZES, type LessonBody, type QuestionBody } from "../authoring.schema.ts";
import { lessonFile } from "../checks/finding.ts";
import { checkLesson } from "../checks/lesson.ts";
import { ownText, parseMarkdown, textOf } from "../checks/markdown.ts";
import { linked, linksAbove } from "../checks/prose.ts";
import { checkPassage, checkQuestion } from "../checks/questions.ts";
import { type Place, rememberText, repetitionsWith } from "../checks/repetition.ts";
import { ticsOf } from "../checks/tics.ts";
import { sourceOfBody } from "../question-bodies.policy.ts";

/** Where the lessons are now. */
export type TaughtPlaces = {
  modules: { id: number; degree: Degree; lessons: { id: string; title: string }[] }[];
  retired: string[];
};

export type ComposeInput =
  | { kind: "lesson"; id: string; degree: Degree; body: LessonBody; places: TaughtPlaces }
  | { kind: "question"; id: string; lessonId: string; body: QuestionBody; lessonMarkdown: string };

/** What the checks say of a text. What `blocks` keeps it from being sent and published. */
export type Remark = { message: string; blocks: boolean };

export type Composed = {
  remarks: Remark[];
  /** The text as members will see it, or nothing while it cannot be rendered. */
  page: RenderedLesson | null;
  /** The question as the files would say it, or nothing while it is incomplete. */
  question: QuestionSource | null;
};

/** What the texts of the content folder offer; they do not change while the program runs. */
const surroundings = once(() => {
  const places = new Map<string, Place>();
  for (const { lessons } of readModules())
    for (const { id, title } of lessons) {
      const lesson = readLesson(id);
      if (lesson)
        rememberText(places, { name: title, file: lessonFile(id), text: `${lesson.standfirst}\n${ownText(lesson.markdown)}` });
    }
  return { places, forbidden: readForbidden(), documents: readDocuments(), terms: new Set(readTerms().map(({ slug }) => slug)) };
});

const blocking = (message: string): Remark => ({ message, blocks: true });
const advice = (message: string): Remark => ({ message, blocks: false });

function composeLesson({ id, degree, body, places: now }: Extract<ComposeInput, { kind: "lesson" }>): Composed {
  const { title, standfirst, markdown } = body;
  const { forbidden, documents, terms, places } = surroundings();
  const own = lessonTargets(now)(degree);
  const lessons = new Map(
    now.modules.flatMap((module) => module.lessons.map((each) => [each.id, { ...each, degree: module.degree }])),
  );
  for (const each of [id, ...now.retired]) lessons.set(each, { id: each, title, degree });
  const drawings = { has: (slug: string) => own.drawing(slug) !== undefined };
  const root = parseMarkdown(markdown);
  const reserved = findForbidden(`${title}\n${standfirst}\n${textOf(root)}`, forbidden);
  const above = linksAbove(linked(root, "licao"), degree, lessons); // a reader of the lesson could not follow them
  const found = checkLesson({ id, standfirst, markdown }, { lessons, terms, drawings, documents, forbidden });
  const remarks = [
    ...(title.trim().length < 3 ? [blocking("falta o título")] : []),
    ...(standfirst.trim().length < 20 ? [blocking("falta a linha de abertura: uma frase que diz do que trata a lição")] : []),
    ...reserved.map(blocking),
    ...above.map(blocking),
    ...found.filter((message) => !reserved.includes(message) && !above.includes(message)).map(advice),
    ...repetitionsWith(places, { name: title, file: lessonFile(id), text: `${standfirst}\n${ownText(markdown)}` }).map(advice),
    ...ticsOf(markdown).map(advice),
    ...now.retired
      .filter((each) => markdown.includes(`(licao:${each})`))
      .map((each) => advice(`a lição “${each}” foi retirada: a ligação aparece só como texto`)),
  ];
  try {
    return { remarks, page: renderLesson(markdown, own), question: null };
  } catch (error) {
    if (!(error instanceof LessonSourceError)) throw error;
    const refusal = `não se pode compor: ${error.message}`;
    const others = remarks.filter(({ message }) => message !== refusal);
    return { remarks: [blocking(refusal), ...others], page: null, question: null };
  }
}

function composeQuestion({ id, lessonId, body, lessonMarkdown }: Extract<ComposeInput, { kind: "question" }>): Composed {
  const { forbidden } = surroundings();
  const said = [body.prompt, body.scene, body.why, ...body.options.flatMap(({ text, pair, why }) => [text, pair, why])];
  const reserved = findForbidden(said.join("\n"), forbidden);
  const parsed = questionSource.safeParse(sourceOfBody(id, lessonId, body));
  if (!parsed.success) return { remarks: [...missingIn(body), ...reserved].map(blocking), page: null, question: null };
  const found = [
    ...checkQuestion(parsed.data, forbidden),
    ...checkPassage(parsed.data, textOf(parseMarkdown(lessonMarkdown))),
  ].filter((message) => !reserved.includes(message));
  return { remarks: [...reserved.map(blocking), ...found.map(advice)], page: null, question: parsed.data };
}

/** What an incomplete question lacks, in words for its author. */
function missingIn({ form, prompt, scene, options, why }: QuestionBody): string[] {
  const [fewest, most] = FORM_SIZES[form];
  const right = options.filter((each) => each.right).length;
  const wanted = wantedOf(form);
  const isMarked = isAnsweredBy(form, "marks");
  const missing = [
    prompt.trim().length < 5 && (form === "classify" ? "falta a frase a julgar" : "falta a pergunta"),
    form === "choice" &&
      scene.trim() !== "" &&
      (scene.trim().length < 80 || scene.trim().length > 520) &&
      "a cena tem de duas a cinco linhas: entre 80 e 520 letras",
    (options.length < fewest || options.length > most) &&
      (fewest === most ? `esta forma pede ${most} respostas` : `esta forma pede de ${fewest} a ${most} respostas`),
    options.some(({ text }) => text.trim() === "") && "há uma resposta sem texto",
    form === "match" && options.some(({ pair }) => pair.trim() === "") && "há um par sem o lado direito",
    isMarked && right !== wanted && `marque exatamente ${wanted === 1 ? "uma resposta certa" : "duas respostas certas"}`,
    isMarked && options.some((each) => each.why.trim() === "") && "há uma resposta sem explicação",
    !isMarked && why.trim() === "" && "falta a explicação que se lê depois de responder",
    !isMarked && new Set(options.map(({ text }) => text.trim())).size < options.length && "há duas respostas iguais",
  ].filter((each) => each !== false);
  return missing.length > 0 ? missing : ["a questão está incompleta, ou a passagem tem menos de 15 ou mais de 220 letras"];
}

answerAsWorker((input: ComposeInput): Composed => (input.kind === "lesson" ? composeLesson(input) : composeQuestion(input)));
