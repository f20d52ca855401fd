import type { CheckDetail, JudgedAnswer } from "../courses.answers.ts";

/** What the parts of a question share: the ids given so far, empty where nothing is chosen yet, and what the last answer brought. */
export type AnswerParts = {
  check: CheckDetail;
  given: string[];
  result: JudgedAnswer | undefined;
  onChange: (given: string[]) => void;
};
