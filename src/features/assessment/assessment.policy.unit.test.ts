import fc from "fast-check";
import { expect, test } from "vitest";
import { levelOf } from "./assessment.policy.ts";

/** The specification's questions: answer and level. */
const questions = [
  { id: "q1", answer: "b", level: "aprendiz" },
  { id: "q2", answer: "d", level: "companheiro" },
  { id: "q3", answer: "b", level: "aprendiz" },
  { id: "q4", answer: "c", level: "mestre" },
  { id: "q5", answer: "c", level: "companheiro" },
] as const;

test("mestre for a right mestre answer, else companheiro for a right companheiro answer, else aprendiz", () => {
  const letter = fc.constantFrom("a", "b", "c", "d");
  fc.assert(
    fc.property(fc.record({ q1: letter, q2: letter, q3: letter, q4: letter, q5: letter }), (answers) => {
      const expected = answers.q4 === "c" ? "mestre" : answers.q2 === "d" || answers.q5 === "c" ? "companheiro" : "aprendiz";
      expect(levelOf(questions, answers)).toBe(expected);
    }),
  );
});
