import { DrizzleQueryError } from "drizzle-orm";
import { type DestinationStream, type Logger, pino } from "pino";
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
    },
    destination,
  );
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
export function tellableError(error: unknown): Error {
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
