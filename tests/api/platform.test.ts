import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createApp, PUBLIC_ROUTES } from "#app/composition/app.ts";
import { createLog } from "#app/server/log.ts";
import { undeclaredOperations } from "../support/answers.ts";
import { type Caller, ORIGIN, testApp } from "../support/app.ts";
import { BOOK } from "../support/uploads.ts";

const app = testApp();
/** Whose visitors may be refused as often as there are routes. */
const patient = testApp({ LIMITS_FACTOR: "10" });

let networks = 0;

/** Every endpoint that the application mounts, as `METHOD /path`. */
function mountedRoutes(): string[] {
  const hono = createApp(app.services, async () => true);
  const endpoints = hono.routes.filter(({ method, path }) => method !== "ALL" && path.startsWith("/api"));
  return [...new Set(endpoints.map(({ method, path }) => `${method} ${path}`))];
}

/** The operations of an OpenAPI document, by route. */
const operationsOf = (document: any): { route: string; operation: any }[] =>
  Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} /api${path.replace(/\{([^}]+)\}/g, ":$1")}`,
      operation,
    })),
  );

const filled = (path: string) =>
  path.replace(/:[^/{]+(\{[^}]*\})?/g, (name) =>
    /id|session|user|item|mentor/i.test(name) ? "00000000-0000-4000-8000-000000000000" : "1",
  );

describe("access", () => {
  test("every mounted route asks for a session, except the ones listed as public", async () => {
    const routes = mountedRoutes();
    expect(routes.length).toBeGreaterThan(15);
    for (const route of routes) {
      const [method, path] = route.split(" ") as [string, string];
      if (PUBLIC_ROUTES.has(route)) continue;
      const answer = await patient.visitor.send(filled(path), { method });
      expect(`${route} ${answer.status}`).toBe(`${route} 401`);
    }
  });

  test("the public list names no route that is gone", () => {
    const routes = new Set(mountedRoutes());
    expect([...PUBLIC_ROUTES].filter((route) => !routes.has(route))).toEqual([]);
  });

  test.each([
    [{ origin: "https://outro.example" }],
    [{ origin: "null" }],
    [{ origin: `${ORIGIN}.outro.example` }],
    [{ origin: ORIGIN.replace("http:", "https:") }],
    [{ origin: "https://outro.example", "sec-fetch-site": "same-origin" }],
    [{}],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "none" }],
  ])("every unsafe method that comes with %j is refused, whatever it asks for", async (headers: Record<string, string>) => {
    const member = await app.member({ role: "admin" });
    networks += 1;
    const network = `198.18.0.${networks}`; // refusals are counted
    const unsafe = mountedRoutes().filter((route) => !/^(GET|HEAD|OPTIONS) /.test(route));
    const accepted = [];
    for (const route of unsafe) {
      const [method, path] = route.split(" ") as [string, string];
      const answer = await member.send(filled(path), { method, headers: { origin: "", ...headers, "x-forwarded-for": network } });
      const { code } = (await answer.json()) as { code: string };
      if (answer.status !== 403 || code !== "wrong_origin") accepted.push(route);
    }
    expect(accepted.toSorted()).toEqual(["POST /api/newsletter/one-click", "POST /api/notices/one-click"]); // mail programs call them, and they act by a token of their own
  });

  test("refusals are bounded by network, and nobody who is let in is touched by them", async () => {
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    const hono = createApp({ ...app.services, log }, async () => true);
    const from = { "x-forwarded-for": "203.0.113.200" };
    const statuses = [];
    for (let count = 0; count < 700; count += 1) {
      const headers = { ...from, origin: `https://${"x".repeat(10_000)}.example` };
      statuses.push((await hono.request("/api/account/login", { method: "POST", headers })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
    expect(statuses.filter((status) => status === 403)).toHaveLength(300);
    expect((await hono.request("/api/modules", { headers: from })).status).toBe(429);
    expect((await hono.request("/api/session", { headers: from })).status).toBe(200);
    expect(lines.length).toBeLessThanOrEqual(1_000);
    expect(lines.join("").length).toBeLessThan(300_000);
    expect(lines.join("")).not.toContain("x".repeat(100));
  });

  test("without Origin, a request that the browser says is from our own page is served", async () => {
    const member = await app.member();
    const answer = await member.send("/api/account/logout", {
      method: "POST",
      headers: { origin: "", "sec-fetch-site": "same-origin" },
    });
    expect(answer.status).toBe(200);
  });

  test("HEAD is answered as GET is", async () => {
    const status = async (caller: Caller, path: string) => (await caller.send(path, { method: "HEAD" })).status;
    const member = await app.member();
    expect(await status(app.visitor, "/api/session")).toBe(200);
    expect(await status(app.visitor, "/api/openapi.json")).toBe(200);
    expect(await status(app.visitor, "/api/modules")).toBe(401);
    expect(await status(member, "/api/modules")).toBe(200);
  });
});

describe("bad input", () => {
  test("X-Forwarded-For without a trusted proxy is said once in the log", async () => {
    const lines: string[] = [];
    const log = createLog("warn", { write: (line) => void lines.push(line) });
    for (const [proxy, count] of [
      ["none", 1],
      ["one", 0],
    ] as const) {
      const env = { ...app.services.env, TRUSTED_PROXY: proxy };
      const hono = createApp({ ...app.services, env, log, observed: { forwarded: false } }, async () => true);
      lines.length = 0;
      for (let times = 0; times < 3; times += 1)
        await hono.request("/healthz", { headers: { "x-forwarded-for": "203.0.113.9" } });
      expect(lines.filter((line) => line.includes("TRUSTED_PROXY=one"))).toHaveLength(count);
    }
  });

  test("malformed JSON answers 400 in the one error shape", async () => {
    const member = await app.member();
    const answer = await member.send("/api/assessment", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{",
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(await answer.json()).sort()).toEqual(["code", "message", "requestId"]);
  });

  test("a body over the limit answers 413, declared or chunked", async () => {
    const member = await app.member();
    const big = JSON.stringify({ answers: "x".repeat(70_000) });
    const headers = { "content-type": "application/json" };
    expect((await member.send("/api/assessment", { method: "POST", headers, body: big })).status).toBe(413);
    const chunks = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 10; sent += 1) controller.enqueue(new TextEncoder().encode("x".repeat(10_000)));
        controller.close();
      },
    });
    expect(
      (await member.send("/api/assessment", { method: "POST", headers, body: chunks, duplex: "half" } as RequestInit)).status,
    ).toBe(413);
  });

  test.each([
    ["half of a pair", "\ud800abc"],
    ["the other half", "abc\udc00"],
    ["a null character", "a\u0000b"],
  ])("a text with %s is refused under its field, wherever it comes in", async (_, text) => {
    const [admin, message] = [await app.member({ role: "admin" }), "Há caracteres que não se leem."];
    const item = await admin.post("/api/library/items", { ...BOOK, title: text });
    expect(item).toMatchObject({ status: 422, body: { code: "invalid_input", fields: { title: message } } });
    const search = await admin.post("/api/mentors/candidates/search", { q: text });
    expect(search).toMatchObject({ status: 422, body: { fields: { q: message } } });
    expect((await admin.post("/api/library/items", { ...BOOK, title: "🏛️ Ação" })).status).toBe(200);
  });

  test("a null character in an address is refused too", async () => {
    expect(await app.visitor.get("/api/newsletter/one-click?token=a%00")).toMatchObject({ status: 422 });
  });

  test("unknown addresses answer 404 in the error shape, to members; visitors learn nothing", async () => {
    const member = await app.member();
    expect(await member.get("/api/nada")).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect((await app.visitor.get("/api/nada")).status).toBe(401);
  });

  test("600 requests a minute, and no more", async () => {
    const member = await app.member();
    const statuses = [];
    for (let count = 0; count < 601; count += 1) statuses.push((await member.get("/api/session")).status);
    expect(statuses.slice(0, 600).every((status) => status === 200)).toBe(true);
    expect(statuses[600]).toBe(429);
  }, 60_000);
});

describe("answers", () => {
  test("carry the security headers, are never cached, and name the request", async () => {
    const { headers } = await app.visitor.get("/api/session");
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(headers.get("content-security-policy")).toContain(part);
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  test("the OpenAPI document is valid 3.1, describes every route, and points nowhere that is not there", async () => {
    const { body } = await app.visitor.get("/api/openapi.json");
    expect(body.openapi).toBe("3.1.0");
    const operations = operationsOf(body);
    const described = operations.map(({ route }) => route);
    const expected = mountedRoutes().filter((route) => !/openapi|docs/.test(route));
    expect(described.sort()).toEqual(expected.sort());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    for (const { route, operation } of operations) {
      const named = (operation.parameters ?? []).filter((each: { in: string }) => each.in === "path");
      const inPath = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(named.map(({ name }: { name: string }) => name).sort()).toEqual(inPath.sort());
      expect(Object.keys(operation.responses)).toContain("default");
      expect(operation.security).toEqual(PUBLIC_ROUTES.has(route) ? [] : undefined);
    }
    expect(await new Validator().validate(body)).toEqual({ valid: true });
    for (const [, pointer] of JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(pointer!.split("/").reduce((part, name) => part?.[name], body)).toBeDefined();
  });

  test("every operation says what it answers", () => {
    expect(undeclaredOperations(createApp(app.services, async () => true))).toEqual([]);
  });

  test("what the OpenAPI document says of an answer is what is answered", async () => {
    const { body } = await app.visitor.get("/api/openapi.json");
    const schemas = new Map(
      operationsOf(body).map(({ route, operation }) => [route, operation.responses[200]?.content?.["application/json"]?.schema]),
    );
    const member = await app.member({ degree: "mestre" });
    const calls: [string, string, unknown?][] = [
      ["GET /api/session", "/api/session"],
      ["GET /api/modules/:moduleId", "/api/modules/12"],
      ["GET /api/dashboard", "/api/dashboard"],
      ["PATCH /api/account/profile", "/api/account/profile", { name: "Membro Outro", lodge: "" }],
      ["POST /api/account/logout", "/api/account/logout"],
    ];
    for (const [route, path, json] of calls) {
      const init = { method: route.split(" ")[0]!, headers: { "content-type": "application/json" } };
      const answer = await member.send(path, { ...init, ...(json !== undefined && { body: JSON.stringify(json) }) });
      expect(`${route} ${answer.status}`).toBe(`${route} 200`);
      const { error } = z.fromJSONSchema(schemas.get(route)).safeParse(await answer.json());
      expect(error && `${route}: ${z.prettifyError(error)}`).toBeUndefined();
    }
    const refused = await app.visitor.post("/api/account/login", {});
    expect(z.fromJSONSchema(body.components.schemas.Error).parse(refused.body)).toMatchObject({ code: "invalid_input" });
    expect(z.fromJSONSchema(schemas.get("GET /api/modules")).safeParse({ modules: [{}] }).success).toBe(false);
  });

  test("health, readiness and metrics", async () => {
    expect((await app.visitor.get("/healthz")).status).toBe(200);
    expect((await app.visitor.get("/readyz")).status).toBe(200);
  });

  test("metrics are for a caller with the token, from anywhere", async () => {
    const token = "m".repeat(40);
    const status = async (authorization: string) => {
      const hono = createApp({ ...app.services, env: { ...app.services.env, METRICS_TOKEN: token } }, async () => true);
      return (await hono.request("/metrics", { headers: { authorization } }, { remoteAddress: "127.0.0.1" })).status;
    };
    expect(await status(`Bearer ${token}`)).toBe(200);
    for (const wrong of ["", "Bearer ", `Bearer ${token}x`, token]) expect(await status(wrong)).toBe(404);
    const without = createApp({ ...app.services, env: { ...app.services.env, METRICS_TOKEN: undefined } }, async () => true);
    for (const authorization of ["", "Bearer undefined"])
      expect((await without.request("/metrics", { headers: { authorization } }, { remoteAddress: "127.0.0.1" })).status).toBe(
        404,
      );
  });
});
