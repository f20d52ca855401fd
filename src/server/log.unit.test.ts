import { DrizzleQueryError } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { createLog } from "./log.ts";
import { logSecurity } from "./security-log.ts";

const SECRET = "o-segredo-da-carta";

/** What the log writes of an error. */
function written(err: unknown): { line: string; err: any } {
  const lines: string[] = [];
  createLog("info", { write: (line) => void lines.push(line) }).error({ err }, "failed");
  return { line: lines.join(), err: JSON.parse(lines.join()).err };
}

/** As PostgreSQL's errors come. */
const refused = (fields: object, message = 'duplicate key value violates unique constraint "profiles_email_key"') =>
  Object.assign(new Error(message), { code: "23505", constraint: "profiles_email_key", severity: "ERROR", ...fields });

test("what strangers can cause any number of is bounded by the minute, and what was left out is counted; errors are all written", () => {
  vi.useFakeTimers();
  const lines: { msg: string; leftOut?: number }[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const countOf = (message: string) => lines.filter(({ msg }) => msg === message).length;
  for (let count = 0; count < 1_000; count += 1) {
    log.warn({ bits: 15 }, "proxy");
    log.info({ status: 403 }, "request");
    log.info({ status: 200 }, "request");
    log.info({ user: "x" }, "signed in");
    log.error("failed");
  }
  expect(["proxy", "request", "signed in", "failed"].map(countOf)).toEqual([200, 1_200, 1_000, 1_000]);
  vi.advanceTimersByTime(61_000);
  log.warn({ bits: 15 }, "proxy");
  expect(lines.at(-1)).toMatchObject({ msg: "proxy", leftOut: 800 });
  vi.useRealTimers();
});

test("security events are bounded by kind and member: one member's flood hides nobody else's", () => {
  const lines: { event?: string; code?: string; user?: string }[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  for (let count = 0; count < 1_000; count += 1) {
    logSecurity({ log }, { event: "denial", code: "forbidden", route: "GET /api/x", user: "a" });
    logSecurity({ log }, { event: "denial", code: "wrong_origin", route: "GET /api/x" });
    logSecurity({ log }, { event: "login", user: "a", proof: "password", secondProof: undefined, suspended: false });
  }
  logSecurity({ log }, { event: "denial", code: "forbidden", route: "GET /api/x", user: "b" });
  logSecurity({ log }, { event: "denial", code: "locked", route: "GET /api/x", user: "a" });
  const kinds = lines.map(({ event, code = "", user = "" }) => [event, code, user].join(" ").trim());
  expect(Object.fromEntries([...new Set(kinds)].map((kind) => [kind, kinds.filter((each) => each === kind).length]))).toEqual({
    "denial forbidden a": 60,
    "denial wrong_origin": 200,
    "login  a": 60,
    "denial forbidden b": 1,
    "denial locked a": 1,
  });
});

test("a failed query is logged with its text and what the database said, never its parameters", () => {
  const cause = refused({
    detail: `Key (email)=(${SECRET}) already exists.`,
    where: `unnamed portal parameter $1 = '${SECRET}'`,
  });
  const error = new DrizzleQueryError("insert into letters values ($1)", [`${SECRET}\n    at ${SECRET} (a.ts:1:1)`], cause);
  const { line, err } = written(error);
  expect(line).not.toContain(SECRET);
  expect(err.message).toBe("Failed query: insert into letters values ($1)");
  expect(err.stack).toMatch(/^at .*log\.unit\.test\.ts/);
  expect(err.cause).toMatchObject({ code: "23505", message: cause.message, constraint: "profiles_email_key" });
});

test("nor when another error wraps it, or a plain object replaces it", () => {
  const inner = new DrizzleQueryError("select $1", [SECRET], refused({}));
  expect(written(new Error("news handler", { cause: inner })).line).not.toContain(SECRET);
  const emitted = { ...inner, message: `${inner.message} (Queue: q)`, stack: inner.stack, queue: "q" };
  expect(written(emitted).line).not.toContain(SECRET);
});

test("values that PostgreSQL quotes in the message, and addresses, are masked", () => {
  const bad = refused({ code: "22P02", constraint: undefined }, `invalid input syntax for type uuid: "${SECRET} "x"`);
  expect(written(bad).err.message).toBe("invalid input syntax for type uuid: [masked]");
  const lost = new Error("550 mailbox of irmao@loja.org.br is full");
  expect(written(lost).err.message).toBe("550 mailbox of [e-mail] is full");
});

test("an ordinary error keeps its kind, message, code and place; a circle of causes ends", () => {
  const error = Object.assign(new TypeError("fell"), { code: "EPIPE" });
  error.cause = error;
  const { err } = written(error);
  expect(err).toMatchObject({ type: "TypeError", message: "fell", code: "EPIPE" });
  expect(err.stack).toMatch(/^at .*log\.unit\.test\.ts/);
  expect(written("only words").err).toEqual({ type: "string", message: "only words" });
});
