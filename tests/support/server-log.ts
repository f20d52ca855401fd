import { createLog } from "#app/server/log.ts";

type Line = { msg: string; err?: { message: string } };

const errors: Line[] = [];
const expected: RegExp[] = [];
const written: string[] = [];
const KEPT = 5_000;

/**
 * The log of an application under test, with its own count of lines a minute. A line that is an error, or talks too much, and that no
 * test expects, fails it (unexpected-errors.ts).
 */
export const createTestLog = () =>
  createLog("info", {
    write: (line) => {
      if (written.push(line) > KEPT) written.splice(0, KEPT / 2);
      const { level, ...parsed } = JSON.parse(line);
      if (level >= 50) errors.push(parsed);
      else if (isTalkative(line)) errors.push({ ...parsed, msg: `talks too much: ${line}` });
    },
  });

/** E-mail addresses, IP addresses, tokens, and ids within a path; that links are logged where no mail server is set is promised. */
const isTalkative = (line: string): boolean =>
  !line.includes('"mail written to a file"') &&
  /@|%40|\b\d{1,3}(\.\d{1,3}){3}\b|[0-9a-f]{1,4}::|[\w-]{38,}|\/[0-9a-f]{8}-[0-9a-f]{4}/i.test(
    line.replace(/"err":\{.*\}/, ""), // described on purpose, and masked (log.ts)
  );

/** Empties the log, so that a test finds its own lines alone. */
export const forgetLog = (): void => void written.splice(0);

/** What the log holds so far. */
export const logText = (): string => written.join("");

/** The lines of the security log so far, without what differs from run to run. */
export const securityLines = () =>
  written
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === "security")
    .map(({ level, time, msg, requestId, network, ...event }) => event);

/** Lets the running test cause server errors whose log line matches. */
export const expectError = (pattern: RegExp): void => void expected.push(pattern);

/** Takes the error lines logged since the last call, without the expected ones and the summaries of their requests. */
export function takeUnexpectedErrors(): Line[] {
  const patterns = expected.splice(0);
  return errors
    .splice(0)
    .filter((line) => line.msg !== "request" && !patterns.some((pattern) => pattern.test(JSON.stringify(line))));
}
