import fc from "fast-check";
import { expect, test } from "vitest";
import { testApp } from "../support/app.ts";

/**
 * Generated inputs for every operation, from its schema and around it, as an administrator: whatever comes, no answer is a failure of
 * the server, and none takes long. Every answer is checked against what its operation declares (tests/support/app.ts).
 */
const app = testApp({ LIMITS_FACTOR: "1000000" });
const INPUTS = Number(process.env.ATTACK_INPUTS ?? 1_000);
const LONGEST_MS = 2_000;
/** Starts a thread for each text, which has two seconds of the processor's time (src/server/run-in-worker.ts). */
const IN_A_THREAD = new Set(["/library/preview", "/library/items", "/library/items/{id}"]);
/** It signs the one who tries out, or deletes him; they are tried like the others, and he comes back. */
const REQUESTS_OF_ONE_MEMBER = 200;

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
};

/** Texts that programs stumble over. */
const odd = fc.constantFrom(
  "",
  "\u0000",
  "\ud800",
  "<script>alert(1)</script>",
  "' or 1=1 --",
  "../../etc/passwd",
  "%00",
  "javascript:alert(1)",
  "a".repeat(10_000),
  "\r\nBcc: x@y.example",
  "🏛️".repeat(300),
  "__proto__",
  "9".repeat(400),
);
const text = fc.oneof(
  odd,
  fc.string({ unit: "binary" }),
  fc.emailAddress(),
  fc.uuid(),
  fc.string().map((value) => `Membro ${value}`),
);
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-1, 0, 2 ** 31, 2 ** 53, 1e308));

/** Values of a schema, with some that are near it and some that are not. */
function around(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (depth > 6) return fc.jsonValue();
  return fc.oneof(
    { weight: 12, arbitrary: within(schema, depth) },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: odd },
  );
}

function within(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => around(choice, depth + 1)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, around(field, depth + 1)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  }
  if (type === "array") return fc.array(around(schema.items ?? {}, depth + 1), { maxLength: 5 });
  if (type === "boolean") return fc.boolean();
  if (type === "integer" || type === "number") return number;
  return type === "string" ? text : fc.jsonValue();
}

const segment = fc.oneof(fc.uuid(), fc.nat(15).map(String), text);

test("generated inputs over every operation give no failure of the server", async () => {
  const { body: document } = await app.visitor.get("/api/openapi.json");
  let member = await app.member({ role: "admin", degree: "mestre" });
  let [sent, sentAsMember] = [0, 0];
  const slow: string[] = [];
  const failed: string[] = [];
  const statuses: Record<number, number> = {};
  for (const [path, methods] of Object.entries<Record<string, any>>(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const schema: Schema | undefined = operation.requestBody?.content?.["application/json"]?.schema;
      const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
      const query = (operation.parameters ?? []).filter((each: { in: string }) => each.in === "query");
      const inputs = fc.record({
        segments: fc.tuple(...names.map(() => segment)),
        query: fc.record(Object.fromEntries(query.map(({ name }: { name: string }) => [name, text])), { requiredKeys: [] }),
        body: schema ? around(schema) : fc.constant(undefined),
      });
      for (const input of fc.sample(inputs, { numRuns: INPUTS, seed: 20_261_122 })) {
        if (sentAsMember === REQUESTS_OF_ONE_MEMBER || (await member.get("/api/session")).body.member === null) {
          member = await app.member({ role: "admin", degree: "mestre" });
          sentAsMember = 0;
        }
        const filled = names.reduce(
          (address, name, index) =>
            address.replace(`{${name}}`, encodeURIComponent((input.segments[index] ?? "").toWellFormed())),
          `/api${path}`,
        );
        const parameters = new URLSearchParams(
          Object.entries(input.query as Record<string, string>).map(([name, value]) => [name, value.toWellFormed()]),
        );
        const address = parameters.size > 0 ? `${filled}?${parameters}` : filled;
        const started = performance.now();
        const response = await member.send(address, {
          method: method.toUpperCase(),
          ...(schema && { body: JSON.stringify(input.body) ?? "", headers: { "content-type": "application/json" } }),
          signal: AbortSignal.timeout(10_000),
        });
        if (response.headers.get("content-type")?.startsWith("text/event-stream")) await response.body?.cancel();
        const took = performance.now() - started;
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        if (response.status >= 500)
          failed.push(`${method} ${address.slice(0, 200)} ${JSON.stringify(input.body)?.slice(0, 500)}`);
        if (took > LONGEST_MS * (IN_A_THREAD.has(path) ? 10 : 1)) slow.push(`${method} ${path} ${Math.round(took)} ms`);
        sent += 1;
        sentAsMember += 1;
      }
    }
  console.log(`${sent} generated inputs: ${JSON.stringify(statuses)}`);
  expect(failed).toEqual([]);
  expect(slow).toEqual([]);
}, 3_600_000);
