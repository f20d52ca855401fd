import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Context, MiddlewareHandler, TypedResponse, ValidationTargets } from "hono";
import { Hono } from "hono";
import { matchedRoutes } from "hono/route";
import { describeRoute, resolver, validator } from "hono-openapi";
import { z } from "zod";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin } from "../context.ts";
import { logSecurity } from "../security-log.ts";
import { type Answers, byStatus, declareAnswers } from "./answers.ts";
import { acceptedEncoding, type Encoded } from "./encodings.ts";
import { isWithinBounds } from "./json-bounds.ts";

/** Where a schema has no message, zod answers in Portuguese. The forms show only messages of ours, so browsers do not load this. */
z.config(z.locales.ptBR());

export type AppEnv = { Variables: { ctx: Ctx } };

/** A chain of endpoints; a handler validates, calls one verb and answers. */
export const routes = () => new Hono<AppEnv>();

const TOO_DIVIDED = "O que foi enviado tem partes demais. Recarregue a página e tente de novo.";

/**
 * Validates a part of the request. JSON that is nested too deep or divided too much is refused before it is parsed. Wrong path parameters are an address that does not exist (404); anything else answers 422
 * with the message of each field. Unknown fields are refused by the strict schemas, and texts that cannot be stored by this door:
 * after the schema, so that a schema which cleans its text, or has its own message, goes first.
 */
export const input = <Target extends keyof ValidationTargets, Schema extends StandardSchemaV1>(
  target: Target,
  schema: Schema,
) => {
  const refuse = (issues: readonly StandardSchemaV1.Issue[]): never => {
    throw target === "param" ? new AppError("not_found") : new AppError("invalid_input", { fields: fieldErrors(issues) });
  };
  const validate = validator(target, schema, (result) => {
    if (!result.success) refuse(result.error);
  });
  const validateTexts: typeof validate = async (c, next) => {
    if (target === "json" && !isWithinBounds(await c.req.text())) refuse([{ message: TOO_DIVIDED }]);
    return validate(c, () => {
      const issues = unreadableTexts(c.req.valid(target));
      return issues.length > 0 ? refuse(issues) : next();
    });
  };
  return Object.assign(validateTexts, validate); // with what the documentation reads
};

/** The pattern of the matched route, never the address itself: logs and metrics hold no ids. Also where a door before the route refused. */
export const routeOf = (c: Context): string => matchedRoutes(c).at(-1)?.path ?? "unmatched";

/** Lets nobody else in, before the input is looked at. @param required throws for who may not */
export const only =
  (required: (ctx: Ctx) => unknown): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await required(c.var.ctx);
    await next();
  };

/**
 * Refuses everybody who is not an administrator before the input is validated, so that nobody else learns what their forms ask for. It goes
 * in front of `input`; the verb still decides. What an administrator changes or looks up is logged.
 */
export const administrators: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { id } = requireAdmin(c.var.ctx);
  await next();
  if (c.req.method === "GET" || c.req.method === "HEAD" || c.res.status >= 400) return;
  const target: string | undefined = Object.values<string>(c.req.param())[0]; // has passed the route's schema: an id
  logSecurity(c.var.ctx, { event: "admin", route: `${c.req.method} ${routeOf(c)}`, user: id, target });
};

/** PostgreSQL stores no null character, and JSON with half of a surrogate pair is refused by it. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000");

function unreadableTexts(value: unknown, path: PropertyKey[] = []): StandardSchemaV1.Issue[] {
  if (typeof value === "string") return isStorable(value) ? [] : [{ message: "Há caracteres que não se leem.", path }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => unreadableTexts(part, [...path, name]));
}

function fieldErrors(issues: readonly StandardSchemaV1.Issue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".") || "form";
    fields[path] ??= issue.message;
  }
  return fields;
}

/** Answers with JSON that was serialised and compressed before. */
export function sendEncoded<Body>(c: Context, encoded: Encoded): Response & TypedResponse<Body, 200, "json"> {
  const encoding = acceptedEncoding(c.req.header("accept-encoding"));
  const headers = {
    "content-type": "application/json",
    vary: "accept-encoding",
    ...(encoding !== "identity" && { "content-encoding": encoding }),
  };
  const response: Response = c.body(encoded[encoding] as Uint8Array<ArrayBuffer>, 200, headers);
  return response as Response & TypedResponse<Body, 200, "json">;
}

/** One line for the API's documentation, and what the operation answers. */
export const doc = (tag: string, summary: string, answers: Answers): MiddlewareHandler => {
  const success = Object.entries(byStatus(answers)).map(([status, body]) => [status, { description: "OK", ...contentOf(body) }]);
  const responses = { ...Object.fromEntries(success), default: { $ref: "#/components/responses/Error" } };
  return declareAnswers(describeRoute({ tags: [tag], summary, responses }), answers);
};

const contentOf = (body: z.ZodType | readonly string[] | null) => {
  if (body === null) return {};
  if (body instanceof z.ZodType) return { content: { "application/json": { schema: resolver(body) } } };
  return { content: Object.fromEntries(body.map((type) => [type, { schema: { type: "string" } }])) };
};
