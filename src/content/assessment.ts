import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";
import { CONTENT_FOLDER, readYaml } from "./files.ts";

const assessmentSource = z
  .array(
    z.strictObject({
      id: z.enum(["q1", "q2", "q3", "q4", "q5"]),
      level: z.enum(DEGREES),
      prompt: z.string(),
      options: z.strictObject({ a: z.string(), b: z.string(), c: z.string(), d: z.string() }),
      answer: z.enum(["a", "b", "c", "d"]),
      why: z.string(),
    }),
  )
  .length(5);

/** The five questions of the level assessment. @throws Error naming what is wrong in content/assessment.yaml */
export const readAssessmentQuestions = (folder = CONTENT_FOLDER) => readYaml("assessment.yaml", assessmentSource, folder);
