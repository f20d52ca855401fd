import { findForbidden } from "#app/content/forbidden.ts";
import { questionSource } from "#app/content/questions.ts";
import { LessonSourceError, renderLesson } from "#app/features/courses/content/render-lesson.ts";
import { lessonTargets } from "#app/features/courses/content/text-targets.ts";
import { isAnsweredBy, wantedOf } from "#app/features/courses/question-forms.policy.ts";
import { documentsIn } from "#app/features/documents/document-sources.service.ts";
import { answerAsWorker } from "#app/server/answer-as-worker.ts";
import { FORM_SIZES, type QuestionBody } from "../authoring.schema.ts";
import { lessonFile } from "../checks/finding.ts";
import { checkLesson } from "../checks/lesson.ts";
import { ownText, parseMarkdown, textOf } from "../checks/markdown.ts";
import { closedPictures, linked, linksAbove } from "../checks/prose.ts";
import { checkPassage, checkQuestion } from "../checks/questions.ts";
import { repetitionsWith } from "../checks/repetition.ts";
import { ticsOf } from "../checks/tics.ts";
import { sourceOfBody } from "../question-bodies.policy.ts";
import { composeArticle } from "./compose-article.ts";
import { composeDocument } from "./compose-document.ts";
import { composeStudy } from "./compose-study.ts";
import { composeTerm } from "./compose-term.ts";
import type { Composed, ComposeInput, InputOf } from "./composed.ts";
import { advice, blocking, lessonTitles, retiredLinks, surroundings, termNames } from "./surroundings.ts";

function composeLesson({ id, degree, body, places: now, pictures }: InputOf<"lesson">): Composed {
  const { title, standfirst, markdown } = body;
  const { forbidden, places } = surroundings();
  const terms = termNames(now);
  const documents = documentsIn(now);
  const own = lessonTargets(now)(degree);
  const lessons = lessonTitles(now);
  for (const each of [id, ...now.retired]) lessons.set(each, { title, degree });
  const drawings = { has: (slug: string) => own.drawing(slug) !== undefined };
  const root = parseMarkdown(markdown);
  const reserved = findForbidden(`${title}\n${standfirst}\n${textOf(root)}`, forbidden);
  // a reader of the lesson could not follow or see them
  const above = [...linksAbove(linked(root, "licao"), degree, lessons), ...closedPictures(root, degree, pictures)];
  const found = checkLesson({ id, standfirst, markdown }, { lessons, terms, drawings, pictures, documents, forbidden });
  const remarks = [
    ...(title.trim().length < 3 ? [blocking("falta o título")] : []),
    ...(standfirst.trim().length < 20 ? [blocking("falta a linha de abertura: uma frase que diz do que trata a lição")] : []),
    ...reserved.map(blocking),
    ...above.map(blocking),
    ...found.filter((message) => !reserved.includes(message) && !above.includes(message)).map(advice),
    ...repetitionsWith(places, { name: title, file: lessonFile(id), text: `${standfirst}\n${ownText(markdown)}` }).map(advice),
    ...ticsOf(markdown).map(advice),
    ...retiredLinks(markdown, now),
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

function composeQuestion({ id, of, body, markdown }: InputOf<"question">): Composed {
  const { forbidden } = surroundings();
  const said = [body.prompt, body.scene, body.why, ...body.options.flatMap(({ text, pair, why }) => [text, pair, why])];
  const reserved = [
    ...findForbidden(said.join("\n"), forbidden),
    ...(body.use === "check" && of.kind !== "lesson" ? ["só uma lição tem questão do fim: esta vai ao exame e à revisão"] : []),
  ];
  const parsed = questionSource.safeParse(sourceOfBody(id, of, body));
  if (!parsed.success) return { remarks: [...missingIn(body), ...reserved].map(blocking), page: null, question: null };
  const found = [...checkQuestion(parsed.data, forbidden), ...checkPassage(parsed.data, textOf(parseMarkdown(markdown)))].filter(
    (message) => !reserved.includes(message),
  );
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

function composeAny(input: ComposeInput): Composed {
  switch (input.kind) {
    case "lesson":
      return composeLesson(input);
    case "question":
      return composeQuestion(input);
    case "study":
      return composeStudy(input);
    case "document":
      return composeDocument(input);
    case "article":
      return composeArticle(input);
    case "term":
      return composeTerm(input);
  }
}

answerAsWorker(composeAny);
