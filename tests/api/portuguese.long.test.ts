import { expect, test } from "vitest";
import { testApp } from "../support/app.ts";

/** Whatever a call gets wrong, what its answer says of a field is read by a member: it is never the library's English. */
const app = testApp({ LIMITS_FACTOR: "1000" });

const ENGLISH =
  /\b(invalid|input|expected|received|unrecognized|keys?|required|too|must|should|string|number|characters?|option)\b/i;
const ID = "00000000-0000-4000-8000-000000000000";

type Schema = { properties?: Record<string, unknown> };
type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
};

/** Bodies that are wrong in one way each: no object, an unknown field, and every field with another type, too long or missing. */
function wrongBodies(fields: string[]): unknown[] {
  const each = (value: unknown) => fields.map((field) => ({ [field]: value }));
  return [
    [],
    "texto",
    {},
    { desconhecido: 1, outro: 2 },
    ...each({ a: 1 }),
    ...each(null),
    ...each("x".repeat(6_000)),
    ...each(-1.5),
  ];
}

test("no endpoint answers in English, whatever is wrong with what it is sent", async () => {
  const admin = await app.member({ role: "admin", degree: "mestre" });
  const { paths } = (await app.visitor.get("/api/openapi.json")).body as { paths: Record<string, Record<string, Operation>> };
  const english: string[] = [];
  let messages = 0;
  const call = async (method: string, path: string, json?: unknown) => {
    const answer = await admin.send(path, {
      method: method.toUpperCase(),
      ...(json !== undefined && { body: JSON.stringify(json), headers: { "content-type": "application/json" } }),
    });
    if (answer.status !== 422) return void (await answer.body?.cancel());
    for (const [field, message] of Object.entries(((await answer.json()) as { fields?: Record<string, string> }).fields ?? {})) {
      messages += 1;
      if (ENGLISH.test(message)) english.push(`${method} ${path} ${field}: ${message}`);
    }
  };
  for (const [pattern, operations] of Object.entries(paths)) {
    const path = `/api${pattern.replace(/\{[^}]+\}/g, (name) => (/module|number/i.test(name) ? "1" : ID))}`;
    for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
      const schema = requestBody?.content?.["application/json"]?.schema;
      if (schema) for (const body of wrongBodies(Object.keys(schema.properties ?? {}))) await call(method, path, body);
      const query = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
      if (query.length === 0) continue;
      for (const name of [...query, "desconhecido"]) {
        await call(method, `${path}?${name}=${"x".repeat(300)}`);
        await call(method, `${path}?${name}=-1.5&${name}=2`);
      }
    }
  }
  expect(messages).toBeGreaterThan(200);
  expect(english).toEqual([]);
});
