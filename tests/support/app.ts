import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { createApp } from "#app/composition/app.ts";
import { openServices } from "#app/composition/services.ts";
import { profiles, type Role, userRoles } from "#app/features/account/account.table.ts";
import type { Settings } from "#app/features/settings/settings.schema.ts";
import { houseSettings } from "#app/features/settings/settings.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { Services } from "#app/server/context.ts";
import { parseEnv } from "#app/server/env.ts";
import { hashPassword } from "#app/server/password.ts";
import { checkAnswer } from "./answers.ts";
import { withDatabase } from "./database-server.ts";
import { insertTestMember, openTestSession, PASSWORD } from "./members.ts";
import { createTestLog } from "./server-log.ts";

export { PASSWORD };
export const ORIGIN = "http://academia.test";

/** What a call answered. */
export type Answer<Body = any> = { status: number; body: Body; headers: Headers };

/** One who calls the API: a visitor, or a member with their session cookie. */
export type Caller = {
  get: <Body = any>(path: string, headers?: Record<string, string>) => Promise<Answer<Body>>;
  post: <Body = any>(path: string, json?: unknown) => Promise<Answer<Body>>;
  put: <Body = any>(path: string, json?: unknown) => Promise<Answer<Body>>;
  patch: <Body = any>(path: string, json?: unknown) => Promise<Answer<Body>>;
  delete: <Body = any>(path: string, json?: unknown) => Promise<Answer<Body>>;
  /** Any request, for what the others do not do. */
  send: (path: string, init: RequestInit) => Promise<Response>;
};

export type TestMember = Caller & { id: string; email: string };

export type TestApp = {
  services: Services;
  visitor: Caller;
  /** A caller from a network of their own, for tests of limits. */
  visitorFrom: (address: string) => Caller;
  /** A new member, signed in. */
  member: (options?: {
    role?: Role;
    degree?: Degree;
    name?: string;
    email?: string;
    unconfirmed?: boolean;
    /** Not admitted yet. */
    waiting?: boolean;
  }) => Promise<TestMember>;
  /** Runs a statement as the owner of the tables, for what the application's role may not do. @returns its rows */
  asOwner: (statement: string) => Promise<any[]>;
  /** What the house decides, for the rest of the file; without a value it is the default again. */
  decide: (settings: Partial<Settings>) => Promise<void>;
  /** Runs the queued tasks. */
  runJobs: () => Promise<number>;
  /** Texts of the mails that were handed over, oldest first. */
  mails: () => { to: string; subject: string; text: string }[];
};

/**
 * The real application on a database of this test file's own. Call it once, at the top of the file. Every answer that a caller
 * gets is checked against what its route declares.
 */
export function testApp(settings: Record<string, string> = {}): TestApp {
  const app = {} as TestApp;
  // of this file: others in the same process may hash at another cost (real-password-hash.ts)
  let hash: Promise<string> | undefined;
  const passwordHash = () => (hash ??= hashPassword(PASSWORD));
  let close = async () => {};

  beforeAll(async () => {
    const { url, appUrl, template } = inject("postgres");
    const name = `academia_test_${randomUUID().replaceAll("-", "")}`;
    const dataDir = mkdtempSync(join(tmpdir(), "academia-data-"));
    await administer(url, `create database ${name} template ${template} strategy = file_copy`);
    const env = parseEnv({
      NODE_ENV: "test",
      DATA_DIR: dataDir,
      PUBLIC_URL: ORIGIN,
      TRUSTED_PROXY: "one",
      ...settings,
    });
    const opened = await openServices(env, createTestLog(), withDatabase(appUrl, name), { supervise: false, poolSize: 8 });
    const { services } = opened;
    const hono = createApp(services, async () => true);
    const request = async (path: string, init: RequestInit) => {
      const response = await hono.request(path, init, { remoteAddress: "127.0.0.1" });
      await checkAnswer(hono, init.method ?? "GET", path, response);
      return response;
    };
    const callerWith = (cookie: string, address: string) => createCaller(request, cookie, address);
    Object.assign(app, {
      services,
      visitor: callerWith("", "203.0.113.1"),
      visitorFrom: (address: string) => callerWith("", address),
      member: async ({
        role = "user",
        degree = "aprendiz",
        name: fullName = "Membro de Teste",
        email,
        unconfirmed = false,
        waiting = false,
      }: Parameters<TestApp["member"]>[0] = {}) => {
        const address = email ?? `${randomUUID()}@academia.test`;
        const id = await insertTestMember(
          services.db,
          {
            email: address,
            name: fullName,
            emailVerified: !unconfirmed,
            awaitsConfirmation: unconfirmed,
            awaitsAdmission: waiting,
          },
          await passwordHash(),
        );
        if (degree !== "aprendiz") await services.db.update(profiles).set({ degree }).where(eq(profiles.id, id));
        if (role === "admin") await services.db.insert(userRoles).values({ userId: id, role });
        return { id, email: address, ...callerWith(await openTestSession(services, id), "203.0.113.2") };
      },
      asOwner: (statement: string) => administer(withDatabase(url, name), statement),
      decide: async (decided: Partial<Settings>) => {
        await services.db.delete(houseSettings);
        for (const [key, value] of Object.entries(decided)) await services.db.insert(houseSettings).values({ key, value });
        await services.reloadSettings();
      },
      runJobs: () => opened.queue.drain(services),
      mails: () => readMails(join(dataDir, "outbox")),
    });
    close = async () => {
      await opened.close();
      await administer(url, `drop database if exists ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    };
  });

  afterAll(() => close());
  return app;
}

export function createCaller(
  request: (path: string, init: RequestInit) => Promise<Response>,
  given: string,
  address: string,
): Caller {
  let cookie = given; // a member's session goes on under the token that an answer gives it
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers({ origin: ORIGIN, host: "academia.test", "x-forwarded-for": address, ...(cookie && { cookie }) });
    for (const [name, value] of new Headers(init.headers)) {
      if (value) headers.set(name, value);
      else headers.delete(name); // an empty one takes away what callers send by themselves
    }
    const response = await request(path, { ...init, headers });
    const renewed = response.headers.getSetCookie().find((header) => /^(__Host-)?academia=[^;]/.test(header));
    if (renewed && cookie && headers.get("cookie") === cookie) cookie = renewed.split(";")[0]!;
    return response;
  };
  const answer = async (response: Response): Promise<Answer> => {
    const text = await response.text();
    const json = response.headers.get("content-type")?.includes("json");
    return { status: response.status, headers: response.headers, body: json && text ? JSON.parse(text) : text };
  };
  const withBody = (method: string) => async (path: string, json?: unknown) =>
    answer(
      await send(path, {
        method,
        ...(json !== undefined && { body: JSON.stringify(json), headers: { "content-type": "application/json" } }),
      }),
    );
  return {
    send,
    get: async (path, headers = {}) => answer(await send(path, { headers })),
    post: withBody("POST"),
    put: withBody("PUT"),
    patch: withBody("PATCH"),
    delete: withBody("DELETE"),
  };
}

async function administer(url: string, statement: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function readMails(folder: string): { to: string; subject: string; text: string }[] {
  let files: string[];
  try {
    files = readdirSync(folder).sort();
  } catch {
    return [];
  }
  return files.map((file) => {
    const source = readFileSync(join(folder, file), "utf8");
    const decoded = source
      .replace(/=\r?\n/g, "")
      .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"));
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, "mi").exec(decoded)?.[1]?.trim() ?? "";
    return { to: header("To"), subject: header("Subject"), text: decoded };
  });
}
