import type { QuestionSource } from "#app/content/questions.ts";
import type { RenderedLesson } from "#app/features/courses/content/render-lesson.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { ArticleBody, DocumentBody, LessonBody, QuestionBody, StudyBody, TermBody } from "../authoring.schema.ts";
import type { WithEdits } from "../edited-texts.policy.ts";
import type { AskedText } from "../question-texts.policy.ts";

/** Where the lessons are now, and what was edited of the texts that are files. */
export type TaughtPlaces = WithEdits & {
  modules: { id: number; degree: Degree; lessons: { id: string; title: string }[] }[];
  retired: string[];
};

/** The degree of each picture that the text names. */
type KnownPictures = ReadonlyMap<string, Degree>;

export type ComposeInput =
  | { kind: "lesson"; id: string; degree: Degree; body: LessonBody; places: TaughtPlaces; pictures: KnownPictures }
  | { kind: "question"; id: string; of: AskedText; body: QuestionBody; markdown: string }
  | {
      kind: "study";
      id: string;
      degree: Degree;
      body: StudyBody;
      places: TaughtPlaces;
      pictures: KnownPictures;
      neighbour: string | null;
    }
  | { kind: "document"; id: string; degree: Degree; body: DocumentBody; places: TaughtPlaces; neighbour: string | null }
  | { kind: "article"; id: string; degree: Degree; body: ArticleBody; places: TaughtPlaces }
  | { kind: "term"; id: string; degree: Degree; body: TermBody; places: TaughtPlaces };
export type InputOf<Name extends ComposeInput["kind"]> = Extract<ComposeInput, { kind: Name }>;

/** What the checks say of a text. What `blocks` keeps it from being sent and published. */
export type Remark = { message: string; blocks: boolean };

export type Composed = {
  remarks: Remark[];
  /** The text as members will see it, or nothing while it cannot be rendered. */
  page: RenderedLesson | null;
  /** The question as the files would say it, or nothing while it is incomplete. */
  question: QuestionSource | null;
};
