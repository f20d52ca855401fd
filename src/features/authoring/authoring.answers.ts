import { z } from "zod";
import { lessonTerm } from "#app/features/courses/courses.answers.ts";
import { ITEM_MARKS } from "#app/features/exam/exam.policy.ts";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { anyBody as body, DRAFT_STATES, PARTS, questionBody, TEXT_KINDS } from "./authoring.schema.ts";
import { ASKED_KINDS } from "./question-texts.policy.ts";

const kind = z.enum(TEXT_KINDS);
const name = z.string().nullable();

export const authorList = z.strictObject({
  authors: z.array(
    z.strictObject({
      memberId: z.uuid(),
      name: z.string(),
      degree,
      part: z.enum(PARTS),
      /** Whether they take part and have the degree now; otherwise it rests. */
      holds: z.boolean(),
    }),
  ),
});
export type AuthorList = z.output<typeof authorList>;

const draftHead = z.strictObject({
  state: z.enum(DRAFT_STATES),
  /** Who began it. */
  author: name,
  savedAt: moment,
  publishAt: moment.nullable(),
});

const outlineLesson = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Null for one that is retired, or was never published. */
  number: count.nullable(),
  retiredAt: moment.nullable(),
  /** The number of the published version; null where there is none. */
  version: count.nullable(),
  draft: draftHead.nullable(),
});
export type OutlineLesson = z.output<typeof outlineLesson>;

const outlineModule = z.strictObject({
  id: count,
  title: z.string(),
  description: z.string(),
  /** The modules that are finished before it opens. */
  requires: z.array(count),
  lessons: z.array(outlineLesson),
  may: z.strictObject({
    /** Title, description and prerequisites may be changed by the reader of this page. */
    edit: z.boolean(),
    /** It never had a lesson, nor has a draft of one. */
    remove: z.boolean(),
  }),
});
export type OutlineModule = z.output<typeof outlineModule>;

/** A text that is in no module: an essay, a piece, a life. */
const outlineText = outlineLesson.extend({ kind });
export type OutlineText = z.output<typeof outlineText>;

export const outline = z.strictObject({
  degree,
  /** The degrees whose texts the reader of this page may open. */
  degrees: z.array(degree),
  can: z.strictObject({ write: z.boolean(), review: z.boolean(), appoint: z.boolean() }),
  /** In their order. */
  modules: z.array(outlineModule),
  /** The texts of the degree that are in no module, sort by sort. */
  shelves: z.array(z.strictObject({ id: z.string(), title: z.string(), texts: z.array(outlineText) })),
  /** What waits for a reviewer, the oldest first. */
  waiting: z.array(
    z.strictObject({
      kind,
      id: z.string(),
      title: z.string(),
      author: name,
      reason: z.string(),
      submittedAt: moment,
      /** The reader of this page wrote in it, and so does not review it. */
      own: z.boolean(),
    }),
  ),
  /** Texts edited here of which the repository has brought another version. */
  conflicts: z.array(z.strictObject({ kind, id: z.string(), title: z.string(), broughtAt: moment })),
});
export type Outline = z.output<typeof outline>;

export const outlineReaders = z.strictObject({
  modules: z.array(z.strictObject({ id: count, began: count, finished: count })),
  lessons: z.array(
    z.strictObject({
      id: z.string(),
      began: count,
      finished: count,
      /** Of those who began, how many reached the end of each part, in its order. */
      reached: z.array(count),
      /** The heading of the part in which most stop, where it is worth a look. */
      stopsAt: z.string().nullable(),
      questions: count,
      /** What the figures of the first weak question say against it. */
      weak: z.enum(ITEM_MARKS).nullable(),
    }),
  ),
});
export type OutlineReaders = z.output<typeof outlineReaders>;

const remark = z.strictObject({
  id: z.uuid(),
  author: name,
  passage: z.string(),
  words: z.string(),
  at: moment,
  settled: z.boolean(),
  can: z.strictObject({ settle: z.boolean() }),
});

const versionHead = z.strictObject({
  number: count,
  origin: z.enum(["repository", "editor"]),
  author: name,
  publisher: name,
  reason: z.string(),
  at: moment,
  /** Whether members read or have read it. */
  published: z.boolean(),
});
export type VersionHead = z.output<typeof versionHead>;

export const textDetail = z.strictObject({
  kind,
  id: z.string(),
  title: z.string(),
  degree,
  parent: z.strictObject({ id: z.string(), title: z.string() }),
  retired: z.boolean(),
  /** What members read; null for what was never published. */
  published: z.strictObject({ number: count, body }).nullable(),
  draft: draftHead
    .extend({
      version: count,
      body,
      reason: z.string(),
      savedBy: name,
      failure: z.string().nullable(),
    })
    .nullable(),
  remarks: z.array(remark),
  versions: z.array(versionHead),
  /** A text of the repository that waits for a decision. */
  conflict: z.strictObject({ number: count, body }).nullable(),
  /** What others wrote and gave way, the newest first. */
  copies: z.array(z.strictObject({ id: z.uuid(), author: name, at: moment })),
  can: z.strictObject({
    write: z.boolean(),
    /** They may publish or return it: they review this degree, and did not write in it. */
    review: z.boolean(),
    /** Why not, where they review this degree. */
    whyNot: z.string().nullable(),
    retire: z.boolean(),
  }),
});
export type TextDetail = z.output<typeof textDetail>;

export const saved = z.strictObject({ version: count, savedAt: moment });
export type Saved = z.output<typeof saved>;
export const opened = z.strictObject({ id: z.string() });
export const bodyOfText = z.strictObject({ body });
export type BodyOfText = z.output<typeof bodyOfText>;

/** Who else has the draft open, and how far it is. */
export const presence = z.strictObject({ others: z.array(z.string()), version: count, savedBy: name });
export type Presence = z.output<typeof presence>;

export const preview = z.strictObject({
  html: z.string().nullable(),
  words: count,
  /** The dictionary's entries that it calls. */
  terms: z.array(lessonTerm),
  remarks: z.array(z.strictObject({ message: z.string(), blocks: z.boolean() })),
});
export type Preview = z.output<typeof preview>;

/** What a publication does to those who study, counted before it is made. */
export const readersOfChange = z.strictObject({
  finished: count,
  /** They are in the middle, and go on at the same paragraph. */
  inside: count,
  /** Exams that run and keep the questions as they were asked. */
  exams: count,
  /** Passages of notes that the new text has no longer; the notes stay, beside the text. */
  lostNotes: z.strictObject({ count, passages: z.array(z.string()) }),
  /** Questions whose passage the new text has no longer. */
  lostPassages: z.array(z.strictObject({ id: z.string(), prompt: z.string() })),
  /** Of a question: how many times it was answered; and whether it becomes a new one, as its meaning changes. */
  answers: count,
  becomesNew: z.boolean(),
  remarks: z.array(z.strictObject({ message: z.string(), blocks: z.boolean() })),
});
export type ReadersOfChange = z.output<typeof readersOfChange>;

export const questionsOfText = z.strictObject({
  text: z.strictObject({ kind: z.enum(ASKED_KINDS), id: z.string(), title: z.string(), degree }),
  can: z.strictObject({ write: z.boolean() }),
  questions: z.array(
    z.strictObject({
      id: z.string(),
      prompt: z.string(),
      form: questionBody.shape.form,
      use: questionBody.shape.use,
      isCase: z.boolean(),
      state: z.enum(["published", "retired", "undrawn", ...DRAFT_STATES]),
      shown: count,
      rightCount: count,
      mark: z.enum(ITEM_MARKS).nullable(),
    }),
  ),
});
export type QuestionsOfText = z.output<typeof questionsOfText>;

export const questionFigures = z.strictObject({
  shown: count,
  /** Null until it was asked in exams that are marked, or kept back while it is in the reader's own exam. */
  facility: z.number().nullable(),
  discrimination: z.number().nullable(),
  answers: z.array(z.strictObject({ text: z.string(), right: z.boolean(), count })),
});
export type QuestionFigures = z.output<typeof questionFigures>;

/** A picture that was sent: its name in texts, and its address. */
export const uploadedPicture = z.strictObject({ id: z.string(), path: z.string(), width: count, height: count });
export type UploadedPicture = z.output<typeof uploadedPicture>;
