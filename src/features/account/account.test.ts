import { createHash, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import { hashPassword } from "#app/server/password.ts";
import { accountsOf, cookieOf } from "#tests/support/accounts.ts";
import { ORIGIN, PASSWORD, testApp } from "#tests/support/app.ts";
import { expectError } from "#tests/support/server-log.ts";
import { sendWithWork, workOf } from "#tests/support/work.ts";
import { CONSENT_VERSION, EASY_PASSWORD } from "./account.schema.ts";
import { signIn } from "./account.service.ts";
import { consents, passwords, profiles, sessions, userRoles } from "./account.table.ts";
import { USER_AGENT_LIMIT } from "./device.ts";
import { finishSignIn } from "./sign-in.service.ts";
import { tryPassword } from "./sign-in-tries.service.ts";

const app = testApp();

const { browser, newPerson, somewhere, sessionOf } = accountsOf(app);

const asJson = (json: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(json),
});

describe("sign-up", () => {
  test("makes a profile, a hashed password, a consent and a session", async () => {
    const person = newPerson();
    const answer = await somewhere().post("/api/account/sign-up", {
      ...person,
      fullName: "  José da Silva  ",
      email: ` ${person.email.toUpperCase()} `,
    });
    expect(answer.status).toBe(200);
    const cookie = answer.headers.getSetCookie()[0]!;
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Lax");
    const member = await sessionOf(cookieOf(answer.headers));
    expect(member).toMatchObject({
      email: person.email,
      name: "José da Silva",
      lodge: person.lodge,
      degree: "aprendiz",
      level: null,
      role: "user",
    });
    const { db } = app.services;
    const [account] = await db.select().from(passwords).where(eq(passwords.userId, member.id));
    expect(account!.hash).toMatch(/^\$argon2id\$/);
    expect(await db.select().from(consents).where(eq(consents.userId, member.id))).toMatchObject([
      { textVersion: CONSENT_VERSION, withdrawnAt: null },
    ]);
    expect(await db.select().from(userRoles).where(eq(userRoles.userId, member.id))).toEqual([]);
  });

  test.each([
    [{ fullName: "Jo" }, "fullName", "Nome deve ter no mínimo 3 caracteres"],
    [{ fullName: "a".repeat(101) }, "fullName", "Nome muito longo"],
    [{ email: "nada" }, "email", "Email inválido"],
    [{ email: `${"a".repeat(250)}@b.example` }, "email", "Email muito longo"],
    [{ password: "Ab1!" }, "password", "Senha deve ter no mínimo 8 caracteres"],
    [{ password: "abcdefg1!" }, "password", "Senha deve conter pelo menos uma letra maiúscula"],
    [{ password: "ABCDEFG1!" }, "password", "Senha deve conter pelo menos uma letra minúscula"],
    [{ password: "Abcdefgh!" }, "password", "Senha deve conter pelo menos um número"],
    [{ password: "Abcdefg12" }, "password", "Senha deve conter pelo menos um caractere especial"],
    [{ password: `${"Aa1!".repeat(25)}x` }, "password", "Senha muito longa"],
    [{ password: "P@ssw0rd" }, "password", EASY_PASSWORD],
    [{ lodge: "L".repeat(101) }, "lodge", "Nome da loja muito longo"],
    [{ fullName: "\u0000\u0001\u0002" }, "fullName", "Nome deve ter no mínimo 3 caracteres"],
  ])("%j is refused under its field", async (change, field, message) => {
    const { status, body } = await somewhere().post("/api/account/sign-up", { ...newPerson(), ...change });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "invalid_input", fields: { [field]: message } });
  });

  test("unknown fields are refused: nobody signs up as an administrator or with a degree", async () => {
    for (const extra of [{ role: "admin" }, { degree: "mestre" }, { emailVerified: true }, { id: "x" }]) {
      expect((await somewhere().post("/api/account/sign-up", { ...newPerson(), ...extra })).status).toBe(422);
    }
  });

  test("a known address is refused like any other failure, and its owner gets a letter", async () => {
    const person = newPerson();
    await somewhere().post("/api/account/sign-up", person);
    const again = await somewhere().post("/api/account/sign-up", { ...person, fullName: "Outro Nome" });
    expect(again).toMatchObject({ status: 422, body: { code: "signup_refused" } });
    await app.runJobs();
    expect(app.mails().filter((mail) => mail.to === person.email)).toMatchObject([
      { subject: "Confirme o seu e-mail" },
      { subject: "Tentativa de cadastro com o seu e-mail" },
    ]);
  });

  test("control characters in name and Lodge become spaces, as in the profile", async () => {
    const person = { ...newPerson(), fullName: "José\r\nda\tSilva\u0000", lodge: "\u0007Luz\ndo Vale " };
    const answer = await somewhere().post("/api/account/sign-up", person);
    expect(answer.status).toBe(200);
    expect(await sessionOf(cookieOf(answer.headers))).toMatchObject({ name: "José da Silva", lodge: "Luz do Vale" });
  });

  test.each(["passwords", "consents"])("leaves nothing behind when %s cannot be written", async (table) => {
    const { db } = app.services;
    const person = newPerson();
    expectError(/Failed query/);
    await app.asOwner(`alter table ${table} add constraint broken check (user_id is null) not valid`);
    try {
      expect((await somewhere().post("/api/account/sign-up", person)).status).toBe(500);
    } finally {
      await app.asOwner(`alter table ${table} drop constraint broken`);
    }
    expect(await db.select().from(profiles).where(eq(profiles.email, person.email))).toEqual([]);
    expect((await somewhere().post("/api/account/sign-up", person)).status).toBe(200);
  });

  test("the owner of an address that is tried over and over gets three letters an hour, and the answer stays the same", async () => {
    const person = newPerson();
    await somewhere().post("/api/account/sign-up", person);
    for (let count = 0; count < 6; count += 1)
      expect(await somewhere().post("/api/account/sign-up", person)).toMatchObject({
        status: 422,
        body: { code: "signup_refused" },
      });
    await app.runJobs();
    expect(app.mails().filter((mail) => mail.to === person.email)).toHaveLength(3);
  });

  test("fifty sign-ups of one address at once make one account", async () => {
    const person = newPerson();
    const answers = await Promise.all(Array.from({ length: 50 }, () => somewhere().post("/api/account/sign-up", person)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 422, 428, 429].includes(status))).toBe(true);
    expect(await app.services.db.select().from(profiles).where(eq(profiles.email, person.email))).toHaveLength(1);
  }, 60_000); // fifty hashes, two at once

  test("sixty an hour from one network: the last forty of them for some work, and no more", async () => {
    const { db, limits } = app.services;
    const network = app.visitorFrom("203.0.113.77");
    const statuses = [];
    for (let count = 0; count < 21; count += 1)
      statuses.push((await network.post("/api/account/sign-up", { ...newPerson(), email: "nunca@academia.test" })).status);
    expect(statuses.slice(0, 20)).not.toContain(428);
    expect(statuses[20]).toBe(428);
    const person = newPerson();
    expect((await sendWithWork(network.send, "/api/account/sign-up", asJson(person))).status).toBe(200);
    expect(await db.$count(profiles, eq(profiles.email, person.email))).toBe(1);
    for (let count = 21; count < 60; count += 1) await limits.allows("signUp", "203.0.113.77");
    expect((await sendWithWork(network.send, "/api/account/sign-up", asJson(newPerson()))).status).toBe(429);
    expect((await somewhere().post("/api/account/sign-up", newPerson())).status).toBe(200);
  });
});

describe("login", () => {
  test("a wrong password and an unknown address answer the same", async () => {
    const member = await app.member();
    const wrong = await somewhere().post("/api/account/login", { email: member.email, password: "errada" });
    const unknown = await somewhere().post("/api/account/login", { email: "ninguem@academia.test", password: "errada" });
    expect(wrong.status).toBe(401);
    const { requestId: one, ...first } = wrong.body;
    const { requestId: other, ...second } = unknown.body;
    expect(first).toEqual(second);
    expect(one).not.toBe(other);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test("every login makes a new session token", async () => {
    const member = await app.member();
    const login = async () =>
      cookieOf((await somewhere().post("/api/account/login", { email: member.email, password: PASSWORD })).headers);
    const [one, other] = [await login(), await login()];
    expect(one).not.toBe(other);
    expect(one).toMatch(/^academia=[\w-]{43}\./); // 256 bits and their signature
    expect((await sessionOf(one)).id).toBe(member.id);
  });

  test("a login, a sign-up and a reset end the session that the browser came with", async () => {
    const cookieAfter = async (path: string, json: object, cookie = "") => {
      const body = JSON.stringify(json);
      const headers = { "content-type": "application/json", ...(cookie && { cookie }) };
      return cookieOf((await somewhere().send(`/api/account/${path}`, { method: "POST", body, headers })).headers);
    };
    const [one, other] = [await app.member(), await app.member()];
    const credentials = { email: one.email, password: PASSWORD };
    const [first, elsewhere] = [await cookieAfter("login", credentials), await cookieAfter("login", credentials)];
    const second = await cookieAfter("login", credentials, first);
    expect(await sessionOf(first)).toBeNull();
    const third = await cookieAfter("login", { email: other.email, password: PASSWORD }, second);
    expect(await sessionOf(second)).toBeNull();
    await cookieAfter("login", { email: one.email, password: "errada" }, third);
    expect((await sessionOf(third)).id).toBe(other.id);
    const fourth = await cookieAfter("sign-up", newPerson(), third);
    expect(await sessionOf(third)).toBeNull();
    await somewhere().post("/api/account/recovery", { email: other.email });
    await app.runJobs();
    await app.runJobs();
    const token = /token=([\w-]+)/.exec(app.mails().findLast(({ to }) => to === other.email)!.text)![1]!;
    await cookieAfter("reset", { token, password: "Prumo&Nivel10x" }, fourth);
    expect(await sessionOf(fourth)).toBeNull();
    expect((await sessionOf(elsewhere)).id).toBe(one.id);
  });

  test.each(["academia=abc", "academia=abc.def", "academia=%00.%00", "academia=", "academia=%E0%A4%A"])(
    "the cookie %s opens nothing",
    async (cookie) => {
      expect((await app.visitor.get("/api/session", { cookie })).body).toEqual({ member: null });
      expect((await app.visitor.get("/api/modules", { cookie })).status).toBe(401);
    },
  );
});

describe("tries of passwords", () => {
  const credentials = ({ email }: { email: string }, password = PASSWORD) => asJson({ email, password });
  const login = "/api/account/login";
  /** Fills the account's failures from as many networks. */
  const attack = async (email: string, times: number) => {
    for (let count = 0; count < times; count += 1) await somewhere().post(login, { email, password: "x" });
  };

  test("that are right do not count, from however many members of one address", async () => {
    const [members, network] = [await Promise.all(Array.from({ length: 5 }, () => app.member())), somewhere()];
    for (let count = 0; count < 60; count += 1) {
      const { email } = members[count % members.length]!;
      expect((await network.post(login, { email, password: PASSWORD })).status).toBe(200);
    }
  });

  test("that failed ask for work: thirty of one network, ten of one account; what is right gets in", async () => {
    const network = somewhere();
    const statuses = [];
    for (let count = 0; count < 31; count += 1)
      statuses.push((await network.post(login, { email: `x${count}@academia.test`, password: "x" })).status);
    expect(statuses).toEqual([...Array(30).fill(401), 428]);
    const member = await app.member();
    expect((await sendWithWork(network.send, login, credentials(member))).status).toBe(200);

    await attack(member.email, 10);
    const asked = await somewhere().send(login, credentials(member));
    expect([asked.status, await asked.json()]).toMatchObject([428, { code: "work_required" }]);
    expect((await sendWithWork(somewhere().send, login, credentials(member, "x"))).status).toBe(401);
    expect((await sendWithWork(somewhere().send, login, credentials(member))).status).toBe(200);
  }, 60_000);

  test("of IPv6 count for the house, the customer and their provider's /48", async () => {
    const from = (network: string) => app.visitorFrom(`2001:db8:${network}::1`);
    const tryFrom = async (network: string) =>
      (await from(network).post(login, { email: `${randomUUID()}@x.test`, password: "x" })).status;
    for (let count = 0; count < 60; count += 1) await tryFrom(`7:${(count * 256).toString(16)}`); // each its own /56
    expect(await tryFrom("7:ffff")).toBe(428);
    expect(await tryFrom("8:ffff")).toBe(401);
    for (let count = 0; count < 45; count += 1) await tryFrom(`9:${count.toString(16)}`); // each its own /64
    expect(await tryFrom("9:ff")).toBe(428);
    expect(await tryFrom("9:100")).toBe(401);
  }, 60_000);

  test("are counted without waiting for the disk: their table alone is not in the log of changes", async () => {
    const rows = await app.asOwner(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'u'",
    );
    expect(rows).toEqual([{ name: "rate_limits" }]);
  });

  test("many at once do not pass for one", async () => {
    const [network, email] = [somewhere(), "muitas@academia.test"];
    await Promise.all(Array.from({ length: 12 }, () => network.post(login, { email, password: "x" })));
    expect((await somewhere().post(login, { email, password: "x" })).status).toBe(428);
  });

  test("that many make at once ask newcomers for work; who has worked for their network's first try goes before all others", async () => {
    const contextOf = (ip: string, work = "") => ({ ...app.services, ip, work, cookies: "" }) as Ctx;
    const failed = "192.0.2.10";
    await app.visitorFrom(failed).post(login, { email: "ninguem@academia.test", password: "x" });
    const email = `${randomUUID()}@x.test`;
    const laneOf = async (ip: string, work = "") =>
      tryPassword(contextOf(ip, work), email, async () => ({ browser: undefined, verify: async ({ lane }) => lane }));
    expect(await laneOf("192.0.2.11")).toBe("others");

    const pending = Promise.withResolvers<void>();
    const began = Array.from({ length: 20 }, (_, index) => {
      const begin = Promise.withResolvers<void>();
      const verify = async () => {
        begin.resolve();
        await pending.promise;
      };
      const ends = tryPassword(contextOf(`192.0.2.${20 + index}`), `${randomUUID()}@x.test`, async () => ({
        browser: undefined,
        verify,
      }));
      return { begins: begin.promise, ends };
    });
    await Promise.all(began.map(({ begins }) => begins));
    const noStatements = { ...contextOf("192.0.2.12"), db: undefined, limits: undefined } as unknown as Ctx;
    const refusal = await signIn(noStatements, { email, password: "x" }).catch((error) => error);
    expect(refusal).toMatchObject({ code: "work_required", headers: { "x-work": expect.stringMatching(/^15 /) } });
    const work = async () => (await workOf(new Headers(refusal.headers)))["x-work"];
    expect(await laneOf("192.0.2.12", await work())).toBe("first");
    await expect(laneOf("192.0.2.12", await work())).rejects.toMatchObject({ code: "work_required" }); // spent
    const member = await app.member();
    expect((await sendWithWork(somewhere().send, login, credentials(member))).status).toBe(200);
    const ofFailed = await signIn(contextOf(failed), { email, password: "x" }).catch((error) => error);
    expect(await laneOf(failed, (await workOf(new Headers(ofFailed.headers)))["x-work"])).toBe("others");
    pending.resolve();
    await Promise.all(began.map(({ ends }) => ends));
    expect(await laneOf("192.0.2.13")).toBe("others"); // for nothing again
  });

  test("that were refused for want of room do not count", async () => {
    const [ip, email] = ["192.0.2.60", `${randomUUID()}@x.test`];
    const ctx = { ...app.services, ip, work: "", cookies: "" } as Ctx;
    const verify = () => Promise.reject(new AppError("too_many_tries"));
    await expect(tryPassword(ctx, email, async () => ({ browser: undefined, verify }))).rejects.toMatchObject({
      code: "too_many_tries",
    });
    expect(await app.services.limits.used("loginFailuresPerNetwork", ip)).toBe(0);
    expect(await app.services.limits.used("loginFailuresPerAccount", email)).toBe(0);
  });

  test("are not asked for long work for what others did", async () => {
    const member = await app.member();
    for (let count = 0; count < 200; count += 1) await app.services.limits.allows("loginFailuresPerAccount", member.email);
    const asked = await somewhere().send(login, credentials(member));
    expect(asked.headers.get("x-work")).toMatch(/^16 /);
  });

  test("from a browser that has logged in before have their own count: nothing that strangers do asks anything of it", async () => {
    const [member, other] = [await app.member(), await app.member()];
    const known = browser();
    expect((await known.login(member.email)).status).toBe(200);
    await attack(member.email, 10);
    await attack(other.email, 10);
    expect((await known.login(member.email)).status).toBe(200);
    expect((await known.login(other.email)).status).toBe(428); // it is known to one account only
    for (let count = 0; count < 10; count += 1) expect((await known.login(member.email, "x")).status).toBe(401);
    expect((await known.login(member.email)).status).toBe(428); // like a new one by now, which gets in with work
  }, 60_000);

  test("are paid for with work that was asked of them, once", async () => {
    const member = await app.member();
    await attack(member.email, 10);
    const send = async (work: Record<string, string>, { email } = member) => {
      const { body, headers } = credentials({ email }, "x") as { body: string; headers: object };
      return (await somewhere().send(login, { method: "POST", body, headers: { ...headers, ...work } })).status;
    };
    const ask = async () => (await somewhere().send(login, credentials(member))).headers;
    const work = await workOf(await ask());
    const [numbers, task] = work["x-work"]!.split(" ");
    expect(await send({ "x-work": `${numbers!.replace(/\d+$/, (last) => `${Number(last) + 1}`)} ${task}` })).toBe(428);
    expect(await send({ "x-work": `${numbers!.replace(/,\d+$/, "")} ${task}` })).toBe(428);
    expect(await send({ "x-work": `${numbers} ${task!.replace(/^\d+/, "3")}` })).toBe(428);
    expect(await send({ "x-work": "nada" })).toBe(428);
    const other = await app.member();
    await attack(other.email, 10);
    expect(await send(work, other)).toBe(428);
    expect(await send(work)).toBe(401);
    expect(await send(work)).toBe(428);
    vi.useFakeTimers({ now: Date.now() - 6 * 60_000, toFake: ["Date"] });
    const old = await ask();
    vi.useRealTimers();
    expect(await send(await workOf(old))).toBe(428);
  }, 60_000);
});

describe("what a session keeps of its request", () => {
  const [SOCKET, FORGED] = ["127.0.0.1", "203.0.113.66"];

  async function sessionAfterLogin(headers: Record<string, string>) {
    const member = await app.member();
    await app.services.db.delete(sessions).where(eq(sessions.userId, member.id));
    const answer = await somewhere().send("/api/account/login", {
      method: "POST",
      body: JSON.stringify({ email: member.email, password: PASSWORD }),
      headers: { "content-type": "application/json", ...headers },
    });
    expect(answer.status).toBe(200);
    const [session] = await app.services.db.select().from(sessions).where(eq(sessions.userId, member.id));
    return session!;
  }

  test("the address that the trusted proxy wrote, not the one that the client claims", async () => {
    expect(await sessionAfterLogin({ "x-forwarded-for": `${FORGED}, 198.51.77.1` })).toMatchObject({ ipAddress: "198.51.77.1" });
  });

  test("the socket's address when no proxy is trusted", async () => {
    const { env } = app.services;
    const proxy = env.TRUSTED_PROXY;
    env.TRUSTED_PROXY = "none";
    try {
      expect(await sessionAfterLogin({ "x-forwarded-for": FORGED })).toMatchObject({ ipAddress: SOCKET });
    } finally {
      env.TRUSTED_PROXY = proxy;
    }
  });

  test("the beginning of the browser's name", async () => {
    expect((await sessionAfterLogin({ "user-agent": "Firefox/140.0 ".repeat(500) })).userAgent).toHaveLength(USER_AGENT_LIMIT);
  });
});

describe("logout and the end of sessions", () => {
  test("the cookie is dead on the server", async () => {
    const member = await app.member();
    const login = await somewhere().post("/api/account/login", { email: member.email, password: PASSWORD });
    const cookie = cookieOf(login.headers);
    const logout = await app.visitor.send("/api/account/logout", { method: "POST", headers: { cookie, origin: ORIGIN } });
    expect(logout.status).toBe(200);
    expect(await sessionOf(cookie)).toBeNull();
  });

  test("idle for more than 14 days, or older than 30, a session is over", async () => {
    for (const change of [{ updatedAt: new Date(Date.now() - 15 * 86_400_000) }, { expiresAt: new Date(Date.now() - 1000) }]) {
      const member = await app.member();
      expect((await member.get("/api/modules")).status).toBe(200);
      await app.services.db.update(sessions).set(change).where(eq(sessions.userId, member.id));
      expect((await member.get("/api/modules")).status).toBe(401);
    }
  });

  test("a deleted member's session dies with them; role and degree count on the next request", async () => {
    const { db } = app.services;
    const member = await app.member();
    await db.insert(userRoles).values({ userId: member.id, role: "admin" });
    await db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, member.id));
    expect((await member.get("/api/session")).body.member).toMatchObject({
      role: "admin",
      degree: "mestre",
      can: { administer: true },
    });
    await db.delete(profiles).where(eq(profiles.id, member.id));
    expect((await member.get("/api/session")).body.member).toBeNull();
  });
});

describe("what is kept of a session", () => {
  const signInAnew = async () => {
    const member = await app.member();
    const answer = await somewhere().post("/api/account/login", { email: member.email, password: PASSWORD });
    return { member, answer, cookie: cookieOf(answer.headers) };
  };

  test("the hash of its token alone", async () => {
    const { cookie } = await signInAnew();
    const token = decodeURIComponent(cookie.split("=")[1]!).split(".")[0]!;
    const kept = JSON.stringify(await app.services.db.select().from(sessions));
    expect(kept).not.toContain(token);
    expect(kept).toContain(createHash("sha256").update(token).digest("hex"));
  });

  test("when and how its owner showed who they are; every way in answers what comes next", async () => {
    const started = Date.now() - 1_000;
    const proofsOf = async (email: string) => {
      const [owner] = await app.services.db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
      const rows = await app.services.db.select().from(sessions).where(eq(sessions.userId, owner!.id));
      for (const { provenAt } of rows) expect(provenAt.getTime()).toBeGreaterThan(started);
      return rows.map(({ proof }) => proof).sort();
    };
    const person = newPerson();
    expect((await somewhere().post("/api/account/sign-up", person)).body).toEqual({ next: "signed-in" });
    expect(await proofsOf(person.email)).toEqual(["sign-up"]);
    const { email, password } = person;
    expect((await somewhere().post("/api/account/login", { email, password })).body).toEqual({ next: "signed-in" });
    expect(await proofsOf(email)).toEqual(["password", "sign-up"]);
    await somewhere().post("/api/account/recovery", { email });
    await app.runJobs();
    await app.runJobs();
    const token = /token=([\w-]+)/.exec(app.mails().findLast(({ to }) => to === email)!.text)![1]!;
    expect((await somewhere().post("/api/account/reset", { token, password: "Prumo&Nivel10x" })).body).toEqual({
      next: "signed-in",
    });
    expect(await proofsOf(email)).toEqual(["recovery"]);
  });

  test("its cookie counts only as it was written: nothing may follow the signature", async () => {
    const { member, cookie: cookies } = await signInAnew();
    const cookie = cookies.split("; ")[0]!;
    expect((await sessionOf(cookie)).id).toBe(member.id);
    for (const tail of ["A", "=", "%3D", ".x", "%00"]) expect(await sessionOf(`${cookie}${tail}`)).toBeNull();
  });

  test("a sign-in that the old password began opens nothing once the password has changed", async () => {
    const member = await app.member();
    const [account] = await app.services.db.select().from(passwords).where(eq(passwords.userId, member.id));
    await app.services.db
      .update(passwords)
      .set({ hash: await hashPassword("Prumo&Nivel10x") })
      .where(eq(passwords.userId, member.id));
    const late = {
      ...app.services,
      actor: null,
      requestId: "",
      ip: "198.51.100.7",
      userAgent: "",
      cookies: "",
      work: "",
      isKeeping: false,
      origin: ORIGIN,
    };
    await expect(finishSignIn(late, { userId: member.id, proof: "password", hash: account!.hash })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    expect(await app.services.db.$count(sessions, eq(sessions.userId, member.id))).toBe(1);
  });

  test("logging out takes the session's cookie away, and names no other", async () => {
    const { cookie } = await signInAnew();
    const logout = await app.visitor.send("/api/account/logout", { method: "POST", headers: { cookie, origin: ORIGIN } });
    expect(logout.headers.getSetCookie()).toEqual(["academia=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
  });
});
