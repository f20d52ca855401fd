import { DrizzleQueryError } from "drizzle-orm";
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { maskEmails } from "#app/lib/text.ts";

export type Log = Logger;

/**
 * JSON lines. Secrets and addresses of members are masked before they are written (ASVS 16.2.5).
 * @param destination where they go; standard output when it is left out
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ["password", "token", "cookie", "*.password", "*.token", "*.cookie", "req.headers.cookie"],
        censor: "[masked]",
      },
      serializers: { err: describeError },
      hooks: { logMethod: boundedLogMethod() },
    },
    destination,
  );
}

/** Lines of one kind that are written in a minute at most; of those that name one member, fewer. */
const MOST_LINES = 200;
const MOST_LINES_OF_MEMBER = 60;
/** So many kinds are counted at a time; with more, counting begins again. */
const MOST_KINDS = 10_000;
const MINUTE_MS = 60_000;
/** pino's numbers of the levels. */
const [WARN, ERROR] = [40, 50];

/** What a line is told apart by. */
type Facts = { status?: number; event?: string; code?: string; limit?: string; user?: string };

type LogMethod = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

/**
 * Leaves out what callers can cause any number of, beyond so many a minute: warnings of one kind, security events (security-log.ts) of one kind and
 * member, and requests refused with one status. The first line of the kind a minute later says how many were left out.
 */
function boundedLogMethod(): LogMethod {
  const kinds = new Map<string, { since: number; lines: number }>();
  return function write(args, method, level) {
    const [first, message] = args as unknown as [Facts | string, string?];
    const { status = 0, event, user, ...facts } = typeof first === "object" ? first : ({} as Facts);
    if (level >= ERROR || (level < WARN && status < 400 && !event)) return method.apply(this, args);
    const member = event && user;
    const most = member ? MOST_LINES_OF_MEMBER : MOST_LINES;
    const kind = [message ?? first, status, event, facts.code ?? facts.limit, member].join(" ");
    const now = Date.now();
    if (kinds.size >= MOST_KINDS) kinds.clear();
    const former = kinds.get(kind);
    const counted = former && now - former.since < MINUTE_MS ? former : { since: now, lines: 0 };
    kinds.set(kind, counted);
    counted.lines += 1;
    const leftOut = former && counted !== former ? former.lines - most : 0;
    if (leftOut > 0 && typeof first === "object") method.apply(this, [{ ...first, leftOut }, message]);
    else if (counted.lines <= most) method.apply(this, args);
  };
}

/** What may be logged of an error. */
export type ErrorDescription = {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  table?: string;
  /** Where it was raised. */
  stack?: string;
  cause?: ErrorDescription;
};

/** How many causes are logged at most: deeper ones say nothing new, and a circle has no end. */
const DEEPEST_CAUSE = 4;

/**
 * Describes an error by what may be logged of it. Nothing else is passed on, because what drizzle and PostgreSQL add to their errors
 * (`params`, `detail`, `where`) quotes what members write: letters, addresses, hashes.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (typeof error !== "object" || error === null) return { type: typeof error, message: maskEmails(String(error)) };
  const { code, constraint, table, cause } = error as Record<string, unknown>;
  const stack = framesOf(error as Error);
  return {
    type: error.constructor?.name ?? "Object",
    message: messageOf(error as Error),
    ...(typeof code === "string" && { code }),
    ...(typeof constraint === "string" && { constraint }),
    ...(typeof table === "string" && { table }),
    ...(stack && { stack }),
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: describeError(cause, depth + 1) }),
  };
}

/** The same error without anything that may not be logged, for whatever stores errors. */
export function redactError(error: unknown): Error {
  const messages: string[] = [];
  for (let each: ErrorDescription | undefined = describeError(error); each; each = each.cause)
    messages.push(each.code ? `${each.message} (${each.code})` : each.message);
  return new Error(messages.join(": "));
}

function messageOf(error: Error & { code?: unknown }): string {
  if (isFailedQuery(error)) return `Failed query: ${error.query}`;
  const message = String(error.message ?? "");
  // PostgreSQL's class 22: the value did not suit, and the message quotes it.
  return maskEmails(/^22...$/.test(String(error.code)) ? message.replace(/".*"/s, "[masked]") : message);
}

/** Also what was copied from one, as the job queue does. */
const isFailedQuery = (error: object): error is { query: string } =>
  error instanceof DrizzleQueryError || ("query" in error && "params" in error);

/** The lines of a stack that follow the message; nothing when the message was changed later, as they cannot be told apart then. */
function framesOf({ stack, message }: Error): string | undefined {
  const start = stack?.indexOf(message) ?? -1;
  return start < 0 ? undefined : stack!.slice(start + message.length).trim();
}
