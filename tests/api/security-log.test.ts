import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { sessions } from "#app/features/account/account.table.ts";
import { factors } from "#app/features/account/second-factor/factors.table.ts";
import { accountsOf } from "#tests/support/accounts.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { forgetLog, logText, securityLines } from "#tests/support/server-log.ts";
import { codeOf } from "#tests/support/totp.ts";

/*
 * What the security log says (src/server/security-log.ts). That no line of any test holds an address, a token or an id within a path is
 * checked where the lines are written (tests/support/server-log.ts).
 */
const app = testApp();
const { browser, somewhere } = accountsOf(app);

/** The events that an act wrote. */
async function eventsOf(act: () => Promise<unknown>): Promise<object[]> {
  forgetLog();
  await act();
  return securityLines();
}

describe("each event has its member's id where it is known", () => {
  test("login and failure", async () => {
    const { id, email } = await app.member();
    expect(await eventsOf(() => browser().login(email))).toEqual([
      { event: "login", user: id, proof: "password", suspended: false },
    ]);
    expect(await eventsOf(() => browser().login(email, "Errada#2026"))).toEqual([{ event: "failure", of: "password", user: id }]);
    expect(await eventsOf(() => browser().login("ninguem@academia.test"))).toEqual([{ event: "failure", of: "password" }]);
    const reset = { token: "a".repeat(43), password: "Outra#senha2026" };
    expect(await eventsOf(() => somewhere().post("/api/account/reset", reset))).toEqual([{ event: "failure", of: "link" }]);
  });

  test("factor and proof", async () => {
    const member = await app.member();
    const user = member.id;
    const begun = (await member.post("/api/account/factors/totp", { name: "Celular" })).body;
    const confirm = (code: string) => member.post(`/api/account/factors/totp/${begun.id}`, { code });
    const usedBy = (code: string) => member.post("/api/account/proof", { method: "totp", code });
    expect(await eventsOf(() => confirm("000000"))).toEqual([{ event: "failure", of: "new-factor", user }]);
    expect(await eventsOf(() => confirm(codeOf(begun.key)))).toEqual([{ event: "factor", act: "added", kind: "totp", user }]);
    await app.services.db.update(factors).set({ lastStep: null }).where(eq(factors.userId, user));
    expect(await eventsOf(() => usedBy("000000"))).toEqual([{ event: "failure", of: "totp", user }]);
    expect(await eventsOf(() => usedBy(codeOf(begun.key)))).toEqual([{ event: "proof", of: "totp", user }]);
    expect(await eventsOf(() => member.delete(`/api/account/factors/${begun.id}`))).toEqual([
      { event: "factor", act: "removed", kind: "totp", user },
    ]);
  });

  test("denial, with the pattern of the route that was asked for", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    const unconfirmed = await app.member({ unconfirmed: true });
    const path = `/api/admin/members/${member.id}/role`;
    const route = "PUT /api/admin/members/:userId/role";
    const denial = (code: string, user?: string) => ({ event: "denial", code, route, ...(user && { user }) });
    expect(await eventsOf(() => somewhere().put(path, {}))).toEqual([denial("unauthenticated")]);
    expect(await eventsOf(() => member.put(path, {}))).toEqual([denial("forbidden", member.id)]);
    expect(await eventsOf(() => unconfirmed.put(path, {}))).toEqual([denial("address_unconfirmed", unconfirmed.id)]);
    const elsewhere = { method: "PUT", headers: { origin: "https://evil.example" } };
    expect(await eventsOf(() => somewhere().send(path, elsewhere))).toEqual([denial("wrong_origin")]);
    await app.services.db
      .update(sessions)
      .set({ provenAt: sql`now() - interval '11 minutes'` })
      .where(eq(sessions.userId, admin.id));
    expect(await eventsOf(() => admin.put(path, { role: "admin" }))).toEqual([denial("proof_required", admin.id)]);
  });

  test("an administrator's act, with whom it is about; one that was refused is none", async () => {
    const [admin, member] = [await app.member({ role: "admin", degree: "mestre" }), await app.member()];
    const route = "PUT /api/admin/members/:userId/degree";
    const change = (degree: string) => admin.put(`/api/admin/members/${member.id}/degree`, { degree });
    expect(await eventsOf(() => change("mestre"))).toEqual([{ event: "admin", route, user: admin.id, target: member.id }]);
    expect(await eventsOf(() => change("grão-mestre"))).toEqual([]);
  });

  test("limit, by its name", async () => {
    const member = await app.member();
    for (let count = 0; count < 10; count += 1)
      await member.post("/api/account/proof", { method: "password", password: "Errada#1" });
    const route = "POST /api/account/proof";
    expect(await eventsOf(() => member.post("/api/account/proof", { method: "password", password: "Errada#1" }))).toEqual([
      { event: "limit", limit: "passwordCheck", route, user: member.id },
    ]);
  });
});

test("a line shows which network it is of, without its address, and another mark on another day", async () => {
  const login = { email: "ninguem@academia.test", password: "Errada#2026" };
  const marksOf = async (...addresses: string[]) => {
    forgetLog();
    for (const address of addresses) await app.visitorFrom(address).post("/api/account/login", login);
    const lines = logText().trim().split("\n");
    return lines.map((line) => JSON.parse(line)).flatMap(({ msg, network }) => (msg === "security" ? [network] : []));
  };
  const [one, again, other] = await marksOf("198.51.100.9", "198.51.100.9", "198.51.100.10");
  expect([one, again, other]).toEqual([expect.stringMatching(/^[0-9a-f]{12}$/), one, expect.not.stringMatching(one)]);
  const [house, neighbour] = await marksOf("2001:db8:5:1::1", "2001:db8:5:2::1"); // one provider's customer
  expect(house).toBe(neighbour);
  vi.useFakeTimers({ now: Date.now() + 24 * 3600_000, toFake: ["Date"] });
  const [tomorrow] = await marksOf("198.51.100.9");
  vi.useRealTimers();
  expect(tomorrow).not.toBe(one);
});

test("whatever a caller sends, nothing of it is logged, and no line is long", async () => {
  const member = await app.member();
  const secret = "marca-do-que-foi-enviado";
  const sent = fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH"),
    path: fc.constantFrom(
      `/api/modules/${secret}/lessons/1`,
      `/api/${secret}`,
      `/api/library/${secret}@academia.test`,
      `/api/admin/audit-log?after=${secret}`,
      "/api/account/login",
      "/api/account/reset",
      "/api/contact",
    ),
    body: fc.constantFrom(
      JSON.stringify({ email: `${secret}@academia.test`, password: secret }),
      JSON.stringify({ token: secret.repeat(9), password: "Outra#senha2026" }),
      `{"${secret}`,
      secret.repeat(200),
    ),
    headers: fc.dictionary(
      fc.constantFrom("origin", "cookie", "x-request-id", "user-agent", "authorization", "x-forwarded-for", "referer"),
      fc.constantFrom(secret, `https://${secret}.example`, `academia=${secret}`, `${secret}, 198.51.100.7`, `Bearer ${secret}`),
    ),
    signedIn: fc.boolean(),
  });
  forgetLog();
  await fc.assert(
    fc.asyncProperty(sent, async ({ method, path, body, headers, signedIn }) => {
      const caller: Pick<TestMember, "send"> = signedIn ? member : app.visitor;
      await caller.send(path, { method, headers, ...(method !== "GET" && { body }) });
    }),
    { numRuns: 150 },
  );
  const lines = logText().trim().split("\n");
  expect(lines.length).toBeGreaterThan(150);
  expect(lines.filter((line) => line.includes(secret) || line.length > 400)).toEqual([]);
});
