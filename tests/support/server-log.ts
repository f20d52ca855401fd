import { createLog } from "#app/server/log.ts";

type Line = { msg: string; err?: { message: string } };

const errors: Line[] = [];
const expected: RegExp[] = [];

/** The log of the applications under test. Its lines are errors; one that no test expects fails it (unexpected-errors.ts). */
export const testLog = createLog("error", { write: (line) => void errors.push(JSON.parse(line)) });

/** Lets the running test cause server errors whose log line matches. */
export const expectError = (pattern: RegExp): void => void expected.push(pattern);

/** Takes the error lines logged since the last call, without the expected ones and the summaries of their requests. */
export function takeUnexpectedErrors(): Line[] {
  const patterns = expected.splice(0);
  return errors
    .splice(0)
    .filter((line) => line.msg !== "request" && !patterns.some((pattern) => pattern.test(JSON.stringify(line))));
}
