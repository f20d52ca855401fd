import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { JOBS } from "#app/composition/jobs.ts";
import { knownBrowsers, profiles, sessions } from "#app/features/account/account.table.ts";
import { degreeAttestations } from "#app/features/account/degree-attestations.table.ts";
import { admissionRequests } from "#app/features/admission/admission.table.ts";
import { lodgeSpellings, lodges } from "#app/features/lodges/lodges.table.ts";
import { toCsv } from "#app/lib/csv.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import type { Notify } from "#app/server/notify/notify.ts";
import { accountsOf } from "#tests/support/accounts.ts";
import { type Answer, PASSWORD, type TestMember, testApp } from "#tests/support/app.ts";
import type { InvitationBatch, ListCheck } from "./invitations.answers.ts";
import { invitationBatches, invitations } from "./invitations.table.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
const { browser } = accountsOf(app);

let admin: TestMember;
let vale: string;
beforeAll(async () => {
  admin = await app.member({ role: "admin", degree: "mestre" });
  const place = { city: "São Paulo", state: "SP", jurisdiction: "Grande Loja" };
  const [first] = await app.services.db
    .insert(lodges)
    .values([
      { name: "Estrela do Vale", number: "77", ...place },
      { name: "Luz do Planalto", number: "212", ...place },
      { name: "Aurora", number: "12", ...place },
      { name: "Fraternidade", number: "12", ...place, city: "Campinas" },
      { name: "Fechada", number: "9", active: false, ...place },
    ])
    .returning({ id: lodges.id });
  vale = first!.id;
  await app.services.db.insert(lodgeSpellings).values({ key: "a estrela", spelling: "A Estrela", lodgeId: vale });
});

const send = async <Body>(path: string, bytes: Uint8Array | string, by = admin): Promise<Answer<Body>> => {
  const response = await by.send(`/api/admin/invitations/${path}`, { method: "POST", body: bytes as BodyInit });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
};
const check = async (text: string | Uint8Array, by = admin): Promise<ListCheck> => {
  const { status, body } = await send<ListCheck>("check", text, by);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const faults = async (text: string, by = admin) =>
  (await check(text, by)).lines.filter(({ check }) => check !== "ready").map(({ line, message }) => [line, message]);
const refusal = async (text: string | Uint8Array) => {
  const { status, body } = await send<{ fields: { list: string } }>("check", text);
  expect(status).toBe(422);
  return body.fields.list;
};
let people = 0;
const someone = () => `convidado${++people}@correio.test`;
const tokenTo = async (email: string): Promise<string> => {
  const rows = await app.services.db
    .select({ text: outboxMails.text })
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, email), eq(outboxMails.kind, "invitation")))
    .orderBy(outboxMails.createdAt);
  return /#token=([\w-]+)/.exec(rows.at(-1)?.text ?? "")![1]!;
};
const inviteOne = async (email = someone(), more: object = {}) => {
  const answer = await admin.post("/api/admin/invitations", {
    name: "Gil Nóbrega",
    email,
    lodge: "77",
    degree: "companheiro",
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const [row] = await app.services.db.select().from(invitations).where(eq(invitations.email, email));
  return { email, token: await tokenTo(email), id: row!.id };
};
const accept = (token: string, at = browser(), fullName = "Gilberto Nóbrega") =>
  at.post("/api/invitations/accept", { token, fullName, password: PASSWORD });
const profileOf = async (email: string) => (await app.services.db.select().from(profiles).where(eq(profiles.email, email)))[0]!;

describe("a list is looked at", () => {
  test("each faulty line has its number and its sentence, and nothing is done", async () => {
    const member = await app.member({ email: "plinio@correio.test" });
    const { email: invited } = await inviteOne();
    const before = await app.services.db.$count(invitations);
    const long = "N".repeat(300);
    expect(
      await faults(
        [
          "E-mail;Nome;Grau;Loja;Telefone",
          "certo@correio.test;Ivo Carneiro;Mestre;Estrela do Vale, nº 077;11",
          "norberto.sales@;Norberto;Mestre;77",
          ";Ulisses Galvão;Mestre;77",
          `${member.email.toUpperCase()};=1+1;Bispo;nenhuma`,
          "CERTO@correio.test;Ivo C;Mestre;77",
          "a@correio.test;Caio Sá;Companheiro do Arco;77",
          `b@correio.test;${long};Mestre;77`,
          `c@correio.test;"=HYPERLINK(""x"")";Mestre;77`,
          "d@correio.test;Davi Lima;Mestre;999",
          "e@correio.test;Elias Sá;Mestre;12",
          "f@correio.test;Fábio Sá;Mestre;Fechada",
          `${invited};Gil Nóbrega;Mestre;77`,
          "g@correio.test;Gus Sá;1;a ESTRELA",
          "h@correio.test;Hélio Sá;mestre maçom;",
        ].join("\r\n"),
      ),
    ).toEqual([
      [3, "O endereço está incompleto ou tem um sinal a mais."],
      [4, "Falta o e-mail."],
      [5, expect.stringMatching(/^Já é membro, desde .+\. Nada será enviado\.$/)],
      [6, "Repete a linha 2."],
      [7, "“Companheiro do Arco” não é um grau da lista: Aprendiz, Companheiro ou Mestre."],
      [8, "O nome tem 300 letras, e cabem 100."],
      [9, "O nome começa com “=”, como uma fórmula de planilha. Apague o sinal."],
      [10, "“999” não é uma Loja em uso na lista. Confira o número e o nome, ou cadastre-a antes em Lojas."],
      [11, "“12” pode ser Aurora nº 12, São Paulo ou Fraternidade nº 12, Campinas. Escreva o nome e o número."],
      [12, expect.stringContaining("não é uma Loja em uso")],
      [13, expect.stringMatching(/^Já foi convidado; o link vale até \d+ de \p{L}+\.$/u)],
      [15, "Falta a Loja: o número, o nome ou os dois."],
    ]);
    expect(await app.services.db.$count(invitations)).toBe(before);
  });

  test("separator and letters are recognised as spreadsheets write them", async () => {
    const row = (cells: string[], sign: string) => `${cells.join(sign)}\n`;
    const titles = ["nome", "e-mail", "loja", "grau"];
    const person = ["José Conceição", "jose.c@correio.test", "212", "aprendiz"];
    const list = (sign: string) => row(titles, sign) + row(person, sign);
    const expected = { name: "José Conceição", check: "ready", lodgeName: "Luz do Planalto nº 212" };
    for (const [bytes, delimiter, encoding] of [
      [Buffer.from(list(";"), "latin1"), ";", "windows-1252"],
      [Buffer.from(`\uFEFF${list(",")}`), ",", "utf-8"],
      [Buffer.from(`\uFEFF${list("\t")}`, "utf16le"), "\t", "utf-16"],
      [Buffer.from(row(person, "\t")), "\t", "utf-8"],
      [Buffer.from(`sep=;\r\n${list(";")}`), ";", "utf-8"],
    ] as const) {
      const read = await check(bytes);
      expect(read).toMatchObject({ delimiter, encoding, counts: { ready: 1, wrong: 0 } });
      expect(read.lines[0]).toMatchObject(expected);
    }
  });

  test("what is no list of people is refused in a sentence", async () => {
    expect(await refusal("")).toMatch(/vazia/);
    expect(await refusal("nome;e-mail;grau\nIvo;ivo@correio.test;Mestre")).toBe(
      "Falta a coluna “Loja”. Os títulos da primeira linha são: nome; e-mail; Loja; grau.",
    );
    expect(await refusal('nome;email;loja;grau\n"Ivo;ivo@correio.test;77;Mestre')).toMatch(/aspas/);
    expect(await refusal(Buffer.from("PK\x03\x04 …"))).toMatch(/tipo CSV/);
    expect(await refusal(`nome;email;loja;grau\n${"Ivo;ivo@correio.test;77;Mestre\n".repeat(5_001)}`)).toMatch(
      /mais de 5\.000 linhas/,
    );
    const large = await send<{ code: string; message: string }>("check", Buffer.alloc(50 * 1024 * 1024, "a"));
    expect([large.status, large.body.message]).toEqual([413, expect.stringContaining("passa de 2 MB")]);
  });

  test("nobody is invited with a degree above the inviter's, but by the first administrator", async () => {
    const second = await app.member({ role: "admin", degree: "aprendiz" });
    const line = `Ivo Carneiro;${someone()};77;Mestre`;
    expect(await faults(line, second)).toEqual([[1, "O grau está acima do seu: quem convida é um administrador que o tem."]]);
    expect(await faults(line)).toEqual([]);
    const one = { name: "Ivo Carneiro", email: someone(), lodge: "77", degree: "mestre" };
    expect((await second.post("/api/admin/invitations", one)).body.fields).toHaveProperty("degree");
  });

  test("a file of the academy's own, read in again, changes nothing", async () => {
    const member = await app.member({ name: "Otávio Leal" });
    const csv = toCsv(["Nome", "E-mail", "Loja", "Grau", "Situação"], [["=Otávio", member.email, "—", "Mestre", "em dia"]]);
    expect((await check(csv)).counts).toEqual({ ready: 0, wrong: 0, member: 1, invited: 0 });
  });
});

describe("a list is sent", () => {
  const listOf = (emails: string[]) =>
    `nome;email;loja;grau\n${emails.map((email) => `Ivo Carneiro;${email};77;Mestre`).join("\n")}`;
  const confirm = (emails: string[], ready = emails.length) =>
    send<{ batch: InvitationBatch; message: string }>(`batches?ready=${ready}`, listOf(emails));

  test("by a task, with progress, once for each address, and the bell tells of its end", async () => {
    const emails = Array.from({ length: 45 }, someone);
    expect((await confirm(emails, 44)).body.message).toMatch(/^A lista mudou .+45 linhas estão prontas/);
    const [one, other] = await Promise.all([confirm(emails), confirm(emails)]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    const { batch } = one.status === 200 ? one.body : other.body;
    expect(batch).toMatchObject({ total: 45, sent: 0, endedAt: null });
    await app.runJobs(); // writes the letters
    await app.runJobs(); // and hands them over
    const { body } = await admin.get("/api/admin/invitations/batches/latest");
    expect(body.batch).toMatchObject({ id: batch.id, total: 45, sent: 45, stopped: false });
    expect(body.batch.latest[0].letter).toBe("delivered");
    const letters = app.mails().filter(({ to }) => emails.includes(to));
    expect(letters.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
    expect(letters[0]!.text).not.toMatch(/Maçon|Estrela do Vale|Ivo/);
    expect(JSON.stringify((await admin.get("/api/notices?show=all")).body)).toContain("O envio terminou: 45 convites saíram");
    await JOBS["send-invitations"].run(app.services, { batchId: batch.id });
    expect((await confirm(emails)).status).toBe(409);
    await app.runJobs();
    expect(app.mails().filter(({ to }) => emails.includes(to))).toHaveLength(45);
  });

  test("broken off it goes on with the others, and stopped it invites nobody more", async () => {
    const emails = Array.from({ length: 50 }, someone);
    const { batch } = (await confirm(emails)).body;
    let calls = 0;
    const notify: Notify = (...given) => {
      calls += 1;
      if (calls === 30) throw new Error("the process ends");
      return app.services.notify(...given);
    };
    const failing = { ...app.services, notify };
    await expect(JOBS["send-invitations"].run(failing, { batchId: batch.id })).rejects.toThrow("the process ends");
    const progress = async () => (await admin.get("/api/admin/invitations/batches/latest")).body.batch;
    expect(await progress()).toMatchObject({ sent: 20, endedAt: null });
    const stopped = await admin.post(`/api/admin/invitations/batches/${batch.id}/stop`);
    expect(stopped.body.batch).toMatchObject({ sent: 20, total: 50, stopped: true });
    await JOBS["send-invitations"].run(app.services, { batchId: batch.id });
    const invited = await app.services.db.select().from(invitations).where(eq(invitations.batchId, batch.id));
    expect(invited).toHaveLength(20);
    const free = emails.filter((email) => !invited.some((row) => row.email === email));
    expect((await confirm([...free.slice(0, 2), invited[0]!.email], 2)).status).toBe(200);
    await app.runJobs();
    const [row] = await app.services.db.select().from(invitationBatches).where(eq(invitationBatches.id, batch.id));
    expect(row!.stopped).toBe(true);
  });
});

describe("an invitation is redeemed", () => {
  test("by a press: the account has address, Lodge and degree confirmed, in every mode of admission", async () => {
    const { email, token } = await inviteOne();
    const here = browser();
    expect((await here.post("/api/invitations/open", { token })).body).toMatchObject({
      name: "Gil Nóbrega",
      email,
      lodge: "Estrela do Vale nº 77",
      degree: "companheiro",
      account: "none",
    });
    expect(await app.services.db.$count(profiles, eq(profiles.email, email))).toBe(0);
    expect((await accept(token, here)).body).toEqual({ next: "signed-in" });
    expect((await here.session()).member).toMatchObject({
      email,
      name: "Gilberto Nóbrega",
      degree: "companheiro",
      standing: "full",
    });
    const member = await profileOf(email);
    expect(member).toMatchObject({
      lodgeId: vale,
      emailVerified: true,
      awaitsAdmission: false,
      lodgeConfirmedAt: expect.any(Date),
    });
    const attested = await app.services.db.select().from(degreeAttestations).where(eq(degreeAttestations.userId, member.id));
    expect(attested).toMatchObject([{ degree: "companheiro", attestedBy: admin.id, lodgeId: vale, office: null }]);
    const log = await admin.post("/api/admin/audit-log/search", { member: email });
    expect(log.body.entries[0].text).toContain("aceitou um convite, com o grau de Companheiro");
  });

  test("once: used twice, at the same time or forwarded, it opens nothing more", async () => {
    const { email, token } = await inviteOne();
    const answers = await Promise.all([accept(token), accept(token, browser(), "Outro Qualquer")]);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // by the link that is used, or by the account that there is by then
    expect([400, 409]).toContain(refused.status);
    const third = await accept(token);
    expect([third.body.code, third.body.message]).toEqual([
      "link_invalid",
      "Este convite já foi aceito. Entre com o seu e-mail e a sua senha.",
    ]);
    expect(await app.services.db.$count(profiles, eq(profiles.email, email))).toBe(1);
  });

  test("not when it ran out, was withdrawn, or has another link by now", async () => {
    const { token, id, email } = await inviteOne();
    expect((await admin.post(`/api/admin/invitations/${id}/resend`)).status).toBe(200);
    expect((await accept(token)).body.message).toBe("O link expirou ou já foi usado.");
    const again = await tokenTo(email);
    await app.services.db.update(invitations).set({ expiresAt: new Date() }).where(eq(invitations.id, id));
    expect((await accept(again)).body.message).toMatch(/^O prazo deste convite acabou/);
    const other = await inviteOne();
    expect((await admin.delete(`/api/admin/invitations/${other.id}`)).status).toBe(200);
    expect((await accept(other.token)).body.message).toMatch(/^Este convite foi retirado/);
    expect((await admin.post(`/api/admin/invitations/${other.id}/resend`)).status).toBe(409);
  });

  test("a corrected address gets the letter, and the former one's link is dead", async () => {
    const { token, id, email } = await inviteOne();
    const right = someone();
    expect((await admin.put(`/api/admin/invitations/${id}/address`, { email: right })).status).toBe(200);
    expect((await accept(token)).status).toBe(400);
    expect((await accept(await tokenTo(right))).status).toBe(200);
    expect(await app.services.db.$count(profiles, eq(profiles.email, email))).toBe(0);
    const taken = await inviteOne();
    const refused = await admin.put(`/api/admin/invitations/${taken.id}/address`, { email: right });
    expect(refused.body.fields).toEqual({ email: "Este endereço já tem conta." });
  });

  test("of a Lodge that was put out of use or deleted, it lets in without a Lodge", async () => {
    const { db } = app.services;
    const place = { city: "Santos", state: "SP", jurisdiction: "Grande Loja" };
    const [gone, idle] = await db
      .insert(lodges)
      .values([
        { name: "Apagada", number: "501", ...place },
        { name: "Parada", number: "502", ...place },
      ])
      .returning();
    const one = await inviteOne(someone(), { lodge: "501" });
    const two = await inviteOne(someone(), { lodge: "Parada 502" });
    await db.delete(lodges).where(eq(lodges.id, gone!.id));
    await db.update(lodges).set({ active: false }).where(eq(lodges.id, idle!.id));
    for (const { token, email } of [one, two]) {
      expect((await browser().post("/api/invitations/open", { token })).body.lodge).toBeNull();
      expect((await accept(token)).status).toBe(200);
      expect(await profileOf(email)).toMatchObject({ lodge: null, lodgeId: null, lodgeConfirmedAt: null, degree: "companheiro" });
    }
  });

  test("who holds the mailbox wins over an account that was never confirmed: nothing of the other gets in", async () => {
    const { email, token } = await inviteOne();
    const thief = browser();
    const signedUp = await thief.post("/api/account/sign-up", {
      fullName: "Outra Pessoa",
      email,
      password: "Ladrao#Marreta77",
      lodge: "Falsa",
    });
    expect(signedUp.status).toBe(200);
    expect((await thief.session()).member.email).toBe(email);
    expect((await browser().post("/api/invitations/open", { token })).body.account).toBe("none");
    const owner = browser();
    expect((await accept(token, owner)).status).toBe(200);
    expect((await thief.session()).member).toBeNull();
    expect((await browser().login(email, "Ladrao#Marreta77")).status).toBe(401);
    const member = await profileOf(email);
    expect(member).toMatchObject({ name: "Gilberto Nóbrega", lodge: "Estrela do Vale nº 77", emailVerified: true });
    expect(await app.services.db.$count(sessions, eq(sessions.userId, member.id))).toBe(1);
    expect(await app.services.db.$count(knownBrowsers, eq(knownBrowsers.userId, member.id))).toBe(1);
  });

  test("whose address has an account meanwhile, keeps it: the invitation is accepted in its own session alone", async () => {
    const { email, token } = await inviteOne();
    const member = await app.member({ email });
    await app.services.db.update(profiles).set({ awaitsAdmission: true }).where(eq(profiles.id, member.id));
    await app.services.db.insert(admissionRequests).values({ userId: member.id });
    expect((await browser().post("/api/invitations/open", { token })).body.account).toBe("elsewhere");
    expect((await accept(token)).body).toMatchObject({ code: "conflict", message: expect.stringContaining("já tem conta") });
    const other = await app.member();
    expect((await other.post("/api/invitations/join", { token })).status).toBe(403);
    expect((await app.visitor.post("/api/invitations/join", { token })).status).toBe(401);
    expect((await member.post("/api/invitations/open", { token })).body.account).toBe("here");
    expect((await member.post("/api/invitations/join", { token })).status).toBe(200);
    expect(await profileOf(email)).toMatchObject({ awaitsAdmission: false, degree: "companheiro", lodgeId: vale });
    const [request] = await app.services.db.select().from(admissionRequests).where(eq(admissionRequests.userId, member.id));
    expect(request).toMatchObject({ status: "accepted", decidedBy: admin.id });
  });
});

test("the list of those sent: filters, counts, and what came back", async () => {
  const returned = await inviteOne();
  await app.services.db
    .update(outboxMails)
    .set({ lastError: "550 no such user", filedAt: null, sentAt: null })
    .where(eq(outboxMails.recipient, returned.email));
  const expired = await inviteOne();
  await app.services.db.update(invitations).set({ expiresAt: new Date() }).where(eq(invitations.id, expired.id));
  const shown = async (show?: string, search = "") =>
    (await admin.post("/api/admin/invitations/search", { ...(show && { show }), search })).body;
  const states = async (show: string) => new Set((await shown(show)).invitations.map(({ state }: { state: string }) => state));
  expect(await states("accepted")).toEqual(new Set(["accepted"]));
  expect(await states("withdrawn")).toEqual(new Set(["withdrawn"]));
  expect((await shown("returned")).invitations).toMatchObject([{ email: returned.email, state: "returned" }]);
  expect((await shown(undefined, expired.email)).invitations).toMatchObject([
    { state: "expired", can: { resend: true, withdraw: true } },
  ]);
  const { counts, next } = await shown();
  expect(counts).toMatchObject({ returned: 1, expired: expect.any(Number) });
  const second = await admin.post("/api/admin/invitations/search", { after: next });
  expect(second.body.counts).toBeNull();
  expect((await admin.post(`/api/admin/invitations/${expired.id}/resend`)).status).toBe(200);
  await app.services.db
    .update(invitations)
    .set({ expiresAt: new Date(Date.now() - 91 * 86_400_000) })
    .where(eq(invitations.id, expired.id));
  await JOBS["purge-expired"].run(app.services, {});
  expect((await shown(undefined, expired.email)).invitations).toEqual([]);
});
