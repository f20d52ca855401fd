import fc from "fast-check";
import { expect, test } from "vitest";
import { type TestMember, testApp } from "../support/app.ts";

/**
 * Generated inputs for every operation, from its schema and around it, as an administrator: whatever comes, no answer is a failure of
 * the server, and none takes long. Every answer is checked against what its operation declares (tests/support/app.ts).
 */
const app = testApp({ LIMITS_FACTOR: "1000000" });
const INPUTS = Number(process.env.ATTACK_INPUTS ?? 1_000);
const LONGEST_MS = 2_000;
/** A text is rendered in a thread, and has two seconds of the processor's time (src/server/worker-pool.ts). */
const IN_A_THREAD = new Set(["/community/preview", "/library/preview", "/library/items", "/library/items/{id}"]);
/** So that what one writes does not grow without end, and their proof stays young. */
const REQUESTS_OF_ONE_MEMBER = 200;
/** Operations that are tried at once. */
const AT_ONCE = 3;

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

/** Ids that the answers of a part of the API have named: a request about something that is there gets further than one about nothing. */
const known = new Map<string, Set<string>>();
const MOST_KNOWN = 300;
/** "/library/items/{id}" is of "library". */
const partOf = (path: string): string => path.split(/[/?]/)[1]!;

function remember(part: string, answer: unknown): void {
  if (typeof answer !== "object" || answer === null) return;
  const ids = known.get(part) ?? new Set();
  known.set(part, ids);
  for (const [name, value] of Object.entries(answer)) {
    if (/^id$|Id$/.test(name) && (typeof value === "string" || typeof value === "number")) ids.add(String(value));
    else remember(part, value);
    if (ids.size > MOST_KNOWN) return;
  }
}

/** What may be in the place of an id. */
function segmentsOf(path: string): fc.Arbitrary<string> {
  const ids = [...(known.get(partOf(path)) ?? [])];
  const any = fc.oneof(fc.uuid(), fc.nat(15).map(String), text);
  return ids.length === 0 ? any : fc.oneof(fc.constantFrom(...ids), any);
}

type Operation = { path: string; method: string; schema: Schema | undefined; query: string[] };

/** Every operation that the API's description names. */
const operationsOf = (document: any): Operation[] =>
  Object.entries<Record<string, any>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      schema: operation.requestBody?.content?.["application/json"]?.schema,
      query: (operation.parameters ?? []).flatMap((each: any) => (each.in === "query" ? [each.name] : [])),
    })),
  );

/** Requests of an operation: its address, filled in, and its body. */
function requestsOf({ path, method, schema, query }: Operation): { address: string; init: RequestInit }[] {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
  const inputs = fc.record({
    segments: fc.tuple(...names.map(() => segmentsOf(path))),
    query: fc.record(Object.fromEntries(query.map((name) => [name, text])), { requiredKeys: [] }),
    body: schema ? around(schema) : fc.constant(undefined),
  });
  return fc.sample(inputs, { numRuns: INPUTS, seed: 20_261_122 }).map((input) => {
    const filled = names.reduce(
      (address, name, index) => address.replace(`{${name}}`, encodeURIComponent((input.segments[index] ?? "").toWellFormed())),
      `/api${path}`,
    );
    const parameters = new URLSearchParams(
      Object.entries(input.query as Record<string, string>).map(([name, value]) => [name, value.toWellFormed()]),
    );
    const json = schema && { body: JSON.stringify(input.body) ?? "", headers: { "content-type": "application/json" } };
    return { address: parameters.size > 0 ? `${filled}?${parameters}` : filled, init: { method, ...json } };
  });
}

/** An administrator, who is another one after so many requests, or once they have signed themselves out or deleted themselves. */
function administrators() {
  let [sent, current] = [0, undefined as Promise<TestMember> | undefined];
  return {
    next: () => {
      sent += 1;
      if (!current || sent % REQUESTS_OF_ONE_MEMBER === 0) current = app.member({ role: "admin", degree: "mestre" });
      return current;
    },
    forget: () => {
      current = undefined;
    },
  };
}

test("generated inputs over every operation give no failure of the server", async () => {
  const operations = operationsOf((await app.visitor.get("/api/openapi.json")).body);
  const total = operations.length;
  const slow: string[] = [];
  const failed: string[] = [];
  const statuses: Record<number, number> = {};

  /** @returns how long the answer took, in ms */
  const send = async (member: TestMember, { address, init }: { address: string; init: RequestInit }) => {
    const started = performance.now();
    const response = await member.send(address, { ...init, signal: AbortSignal.timeout(60_000) });
    const took = performance.now() - started;
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream")) await response.body?.cancel();
    else if (type.startsWith("application/json") && response.ok)
      remember(partOf(address.replace(/^\/api/, "")), await response.json());
    return { status: response.status, took };
  };

  const attack = async (operation: Operation, { next, forget }: ReturnType<typeof administrators>) => {
    const longest = LONGEST_MS * (IN_A_THREAD.has(operation.path) ? 10 : 1);
    for (const request of requestsOf(operation)) {
      const { status, took } = await send(await next(), request);
      if (status === 401) forget();
      statuses[status] = (statuses[status] ?? 0) + 1;
      const what = `${operation.method} ${request.address.slice(0, 200)} ${String(request.init.body ?? "").slice(0, 500)}`;
      if (status >= 500) failed.push(what);
      // whatever else the machine does must not decide: an answer is slow when it takes long every time
      if (took > longest && (await send(await next(), request)).took > longest) slow.push(`${Math.round(took)} ms ${what}`);
    }
  };

  const lists = operations.filter(({ method, path }) => method === "GET" && !path.includes("{"));
  for (const { path } of lists) await send(await administrators().next(), { address: `/api${path}`, init: {} });
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const lane = administrators();
      for (let operation = operations.shift(); operation; operation = operations.shift()) await attack(operation, lane);
    }),
  );
  console.log(`${total} operations, ${total * INPUTS} generated inputs: ${JSON.stringify(statuses)}`);
  expect(failed).toEqual([]);
  expect(slow).toEqual([]);
}, 3_600_000);
