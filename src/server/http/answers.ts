import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";
import { ERRORS, type ErrorCode } from "#app/lib/errors.ts";

/**
 * What an operation answers, by status: JSON of a schema, a body of one of these media types, or no body. A schema alone is the
 * JSON of a 200. Nothing of it runs when a request is answered: `doc` keeps it for the documentation and for the test caller
 * (tests/support/answers.ts), which checks every answer against it.
 */
export type Answers = z.ZodType | { readonly [status: number]: z.ZodType | readonly string[] | null };

/** Parts that many answers share: a moment in ISO 8601, a degree, a number of things. */
export const moment = z.iso.datetime();
export const degree = z.enum(DEGREES);
export const count = z.int().min(0);

/** What a call without anything to tell answers. */
export const done = z.strictObject({ ok: z.literal(true) });

/** A body that is not JSON: a page, a table, a stream of events. */
export const media = (...types: string[]): Answers => ({ 200: types });

/** A stored file: whole, a range of it, or the word that it has not changed. */
export const file = (...types: string[]): Answers => ({ 200: types, 206: types, 304: null, 416: null });

/** Another address. */
export const redirect: Answers = { 302: null };

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** What every failed call answers. `fields` maps a form field to what is wrong with it. */
export const errorBody = z.strictObject({
  code: z.enum(CODES),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.output<typeof errorBody>;

/** The declared body of each status. */
export const byStatus = (answers: Answers): Exclude<Answers, z.ZodType> =>
  answers instanceof z.ZodType ? { 200: answers } : answers;

const declared = new WeakMap<object, Answers>();

/** Keeps what an operation answers, by the handler that `doc` mounts for it. */
export function declareAnswers<Handler extends object>(handler: Handler, answers: Answers): Handler {
  declared.set(handler, answers);
  return handler;
}

/** What was declared for an operation, by a handler of its route; undefined for any other handler. */
export const declaredAnswers = (handler: object): Answers | undefined => declared.get(handler);
