import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CONSENT_VERSION } from "#app/features/account/account.schema.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { type Caller, testApp } from "#tests/support/app.ts";
import { hashOfToken, oneClickUrl, unsubscribeToken } from "./link-tokens.service.ts";
import { newsletterConfirmations } from "./newsletter.table.ts";
import { newsletterOf } from "./newsletter.test-support.ts";

const app = testApp();

const { newAddress, stranger, settle, ask, lettersTo, tokenFor, rowOf, confirm, leave, confirmedSubscriber } = newsletterOf(app);

describe("subscribing", () => {
  test("an address waits until its owner follows the mailed link", async () => {
    const email = newAddress();
    expect(await ask(email)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await rowOf(email)).toMatchObject({ status: "pending", confirmedAt: null, consentVersion: null });
    expect(lettersTo(email)).toHaveLength(1);
    expect(await confirm(tokenFor(email, "confirmar"))).toMatchObject({ status: 200, body: { ok: true } });
    const row = await rowOf(email);
    expect(row).toMatchObject({ status: "confirmed", consentVersion: CONSENT_VERSION });
    expect(row!.confirmedAt).toBeInstanceOf(Date);
  });

  test("the letter is discreet", async () => {
    const email = newAddress();
    await ask(email);
    expect(lettersTo(email)[0]!.text).not.toMatch(/ma[çc]on|maçom|rito de york/i);
  });

  test("a new, a waiting, a confirmed and a gone address are answered alike, and each is written to accordingly", async () => {
    const [fresh, waiting] = [newAddress(), newAddress()];
    await ask(waiting);
    const confirmed = await confirmedSubscriber();
    const gone = await confirmedSubscriber();
    await leave(gone.token);
    const before = new Map([waiting, confirmed.email, gone.email].map((email) => [email, lettersTo(email).length]));
    const answers = [];
    for (const email of [fresh, waiting, confirmed.email, gone.email]) answers.push(await ask(email));
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: { ok: true } });
    for (const email of [waiting, confirmed.email, gone.email]) expect(lettersTo(email).length - before.get(email)!).toBe(1);
    expect(lettersTo(confirmed.email).at(-1)!.text).toContain("já está inscrito");
    expect((await rowOf(confirmed.email))!.status).toBe("confirmed");
    expect((await rowOf(gone.email))!.status).toBe("unsubscribed"); // until they confirm again
    expect((await confirm(tokenFor(gone.email, "confirmar"))).status).toBe(200);
    expect(await rowOf(gone.email)).toMatchObject({ status: "confirmed", unsubscribedAt: null });
  });

  test("only a task is queued while the visitor waits: no table of addresses is touched", async () => {
    const email = newAddress();
    expect((await stranger().post("/api/newsletter", { email })).status).toBe(200);
    expect(await rowOf(email)).toBeUndefined();
    await settle();
    expect(await rowOf(email)).toBeDefined();
  });

  test("capitals and blanks make no second address", async () => {
    const email = newAddress();
    await ask(email);
    await ask(`  ${email.toUpperCase()} `);
    expect(lettersTo(email)).toHaveLength(2);
  });

  test.each([
    [{ email: "" }, "Email inválido"],
    [{ email: "nada" }, "Email inválido"],
    [{}, "Email inválido"],
    [{ email: `${"a".repeat(250)}@b.test` }, "Email muito longo"],
    [{ email: "a@b.test\r\nBcc: c@d.test" }, "Email inválido"],
    [{ email: "a@b.test, c@d.test" }, "Email inválido"],
    [{ email: "A <a@b.test>" }, "Email inválido"],
    [{ email: ["a@b.test"] }, "Email inválido"],
  ])("%j is refused in words", async (json, message) => {
    const letters = app.mails().length;
    expect(await stranger().post("/api/newsletter", json)).toMatchObject({ status: 422, body: { fields: { email: message } } });
    await settle();
    expect(app.mails()).toHaveLength(letters);
  });

  test("unknown fields are refused", async () => {
    expect((await stranger().post("/api/newsletter", { email: newAddress(), status: "confirmed" })).status).toBe(422);
  });

  test("the sixth request of an hour from one network is refused, and other networks are not", async () => {
    const visitor = app.visitorFrom("203.0.113.77");
    for (let tries = 1; tries <= 5; tries += 1)
      expect((await visitor.post("/api/newsletter", { email: newAddress() })).status).toBe(200);
    const refused = await visitor.post("/api/newsletter", { email: newAddress() });
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_tries" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
    expect((await stranger().post("/api/newsletter", { email: newAddress() })).status).toBe(200);
    await settle();
  });

  test("nobody's mailbox gets more than three letters an hour that nobody asked for, from however many networks", async () => {
    const email = newAddress();
    for (let tries = 1; tries <= 7; tries += 1) expect((await ask(email)).status).toBe(200);
    expect(lettersTo(email)).toHaveLength(3);
  });
});

describe("the confirmation link", () => {
  test("is stored as a hash only, for seven days", async () => {
    const email = newAddress();
    await ask(email);
    const token = tokenFor(email, "confirmar");
    const { rows } = await app.services.db.execute(
      sql`select token_hash, expires_at - now() between interval '6 days 23 hours' and interval '7 days' as week from newsletter_confirmations`,
    );
    expect(rows).toContainEqual({ token_hash: hashOfToken(token), week: true });
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("proves the address of the member who follows it signed in, and of nobody else", async () => {
    const [member, other, absent] = [await app.member(), await app.member(), await app.member()];
    await app.services.db.update(profiles).set({ emailVerified: false });
    for (const { email } of [member, other, absent]) await ask(email);
    const press = (caller: Caller, email: string) =>
      caller.post("/api/newsletter/confirm", { token: tokenFor(email, "confirmar") });
    expect((await press(member, member.email)).status).toBe(200);
    expect((await press(member, other.email)).status).toBe(200);
    expect((await press(stranger(), absent.email)).status).toBe(200);
    const proved = await app.services.db.select().from(profiles).where(eq(profiles.emailVerified, true));
    expect(proved.map(({ email }) => email)).toEqual([member.email]);
  });

  test("works once", async () => {
    const email = newAddress();
    await ask(email);
    const token = tokenFor(email, "confirmar");
    expect((await confirm(token)).status).toBe(200);
    expect(await confirm(token)).toMatchObject({ status: 400, body: { code: "link_invalid" } });
  });

  test("works once among fifty presses at the same moment", async () => {
    const email = newAddress();
    await ask(email);
    const token = tokenFor(email, "confirmar");
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(400)]);
  });

  test("of an earlier letter still works, and its use ends the later one", async () => {
    const email = newAddress();
    await ask(email);
    const first = tokenFor(email, "confirmar");
    await ask(email);
    const second = tokenFor(email, "confirmar");
    expect(second).not.toBe(first);
    const answers = await Promise.all([confirm(first), confirm(second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await rowOf(email))!.status).toBe("confirmed");
  });

  test("is worth nothing after its time", async () => {
    const email = newAddress();
    await ask(email);
    const token = tokenFor(email, "confirmar");
    await app.services.db
      .update(newsletterConfirmations)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(newsletterConfirmations.tokenHash, hashOfToken(token)));
    expect(await confirm(token)).toMatchObject({ status: 400, body: { code: "link_invalid" } });
    expect((await rowOf(email))!.status).toBe("pending");
  });

  test.each(["x", "../../etc/passwd", "A".repeat(43), "é".repeat(100)])("%j is not one", async (token) => {
    expect(await confirm(token)).toMatchObject({ status: 400, body: { code: "link_invalid" } });
  });

  test.each([
    {},
    { token: "" },
    { token: "x".repeat(201) },
    { token: "\u0000" },
    { token: 5 },
    { token: "x", email: "a@b.test" },
  ])("%j is refused before it is looked up", async (json) => {
    expect((await stranger().post("/api/newsletter/confirm", json)).status).toBe(422);
  });
});

describe("leaving", () => {
  test("takes one press, needs no account, and can be repeated", async () => {
    const { email, token } = await confirmedSubscriber();
    expect(await leave(token)).toMatchObject({ status: 200, body: { ok: true } });
    const left = await rowOf(email);
    expect(left).toMatchObject({ status: "unsubscribed" });
    expect((await leave(token)).status).toBe(200);
    expect((await rowOf(email))!.unsubscribedAt).toEqual(left!.unsubscribedAt);
  });

  test("by the link in the letter, of somebody who has not confirmed yet, ends the confirmation link too", async () => {
    const email = newAddress();
    await ask(email);
    const token = unsubscribeToken(app.services.env.AUTH_SECRET, (await rowOf(email))!.id);
    expect((await leave(token)).status).toBe(200);
    expect((await confirm(tokenFor(email, "confirmar"))).status).toBe(400);
  });

  test("the letter to a subscriber carries the link, and the link does not carry the address", async () => {
    const { email, token } = await confirmedSubscriber();
    await ask(email);
    expect(tokenFor(email, "sair")).toBe(token);
    expect(Buffer.from(token.split(".")[0]!, "base64url").toString("latin1")).not.toContain(email);
  });

  test("a forged, altered or foreign token is refused and changes nothing", async () => {
    const { email, token } = await confirmedSubscriber();
    const [id, signature] = token.split(".") as [string, string];
    const other = (await confirmedSubscriber()).token.split(".") as [string, string];
    const flipped = `${signature.slice(0, 4)}${signature[4] === "A" ? "B" : "A"}${signature.slice(5)}`;
    const row = await rowOf(email);
    const forged = [
      id,
      `${id}.`,
      `.${signature}`,
      `${id}.${flipped}`,
      `${id}.${other[1]}`,
      `${token}.x`,
      unsubscribeToken("another secret of thirty-two letters", row!.id),
      row!.id,
      email,
    ];
    for (const each of forged) expect(await leave(each), each).toMatchObject({ status: 400, body: { code: "link_invalid" } });
    expect((await rowOf(email))!.status).toBe("confirmed");
  });

  test("with the token of an address that was since deleted succeeds quietly", async () => {
    expect((await leave(unsubscribeToken(app.services.env.AUTH_SECRET, randomUUID()))).status).toBe(200);
  });

  test("mail programs leave for their user: form post from anywhere, no cookie, no origin (RFC 8058)", async () => {
    const { email } = await confirmedSubscriber();
    const row = await rowOf(email);
    const address = new URL(oneClickUrl(app.services, row!.id));
    const answer = await app.visitor.send(address.pathname + address.search, {
      method: "POST",
      body: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
    });
    expect(answer.status).toBe(200);
    expect((await rowOf(email))!.status).toBe("unsubscribed");
  });

  test("opening that address only leads to the page with the button", async () => {
    const { email, token } = await confirmedSubscriber();
    const answer = await app.visitor.send(`/api/newsletter/one-click?token=${token}`, { method: "GET" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(`/boletim/sair#token=${token}`);
    expect((await rowOf(email))!.status).toBe("confirmed");
  });

  test("no other route takes a post from elsewhere", async () => {
    for (const path of ["/api/newsletter", "/api/newsletter/confirm", "/api/newsletter/unsubscribe"]) {
      const answer = await app.visitor.send(path, {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json", origin: "https://mail.example" },
      });
      expect(answer.status, path).toBe(403);
    }
  });
});
