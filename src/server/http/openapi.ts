import type { Hono } from "hono";
import { generateSpecs } from "hono-openapi";
import { z } from "zod";
import { ERRORS } from "#app/lib/errors.ts";
import { errorBody } from "./answers.ts";
import type { AppEnv } from "./routes.ts";

const description = `Erros têm sempre a forma { code, message, fields?, requestId }. Os códigos e seus estados HTTP: ${Object.entries(
  ERRORS,
)
  .map(([code, [status]]) => `${code} ${status}`)
  .join(", ")}.`;

/**
 * The OpenAPI 3.1 document of the API.
 * @param open routes, as "METHOD /api/path", that need no session
 * @param cookieName of the session
 */
export async function describeApi(api: Hono<AppEnv>, open: ReadonlySet<string>, cookieName: string): Promise<object> {
  const { $schema: _, ...error } = z.toJSONSchema(errorBody);
  const document = await generateSpecs(api, {
    excludeStaticFile: false,
    defaultValidationErrorResponse: false, // ours is the error of every answer
    documentation: {
      openapi: "3.1.0",
      info: { title: "Academia do Rito de York", version: "1", description },
      servers: [{ url: "/api" }],
      security: [{ session: [] }],
      components: {
        schemas: { Error: error as object },
        responses: {
          Error: {
            description: "Erro",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
          },
        },
        securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookieName } },
      },
    },
  });
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods ?? {})) {
      const route = `${method.toUpperCase()} /api${path.replace(/\{([^}]+)\}/g, ":$1")}`;
      if (open.has(route)) Object.assign(operation as object, { security: [] });
    }
  }
  return document;
}
