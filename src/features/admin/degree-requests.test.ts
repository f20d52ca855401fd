import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profiles, userRoles } from "#app/features/account/account.table.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";
import type { AuditLogPage } from "#app/features/audit/audit.answers.ts";
import { auditLog } from "#app/features/audit/audit.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { AdminMember, AdminSummary, DegreeRequestQueue } from "./admin.answers.ts";

const app = testApp();

const QUEUE = "/api/admin/degree-requests";

async function ask(member: TestMember, degree: Degree): Promise<string> {
  const [row] = await app.services.db
    .insert(degreeRequests)
    .values({ userId: member.id, degree, lodge: "Pedra Angular, nº 7", receivedOn: "2026-03-05" })
    .returning({ id: degreeRequests.id });
  return row!.id;
}

const statusOf = async (id: string) =>
  (await app.services.db.select().from(degreeRequests).where(eq(degreeRequests.id, id)))[0]?.status;
const degreeOf = async ({ id }: { id: string }) =>
  (await app.services.db.select().from(profiles).where(eq(profiles.id, id)))[0]!.degree;
const mailsTo = async ({ email }: { email: string }) => {
  await app.runJobs();
  return app.mails().filter(({ to }) => to === email);
};

describe("the queue", () => {
  test("shows open requests, oldest first, and counts them", async () => {
    const [admin, one, other] = [
      await app.member({ role: "admin", degree: "mestre" }),
      await app.member({ name: "Dario Neves" }),
      await app.member(),
    ];
    const [first, second] = [await ask(one, "companheiro"), await ask(other, "mestre")];
    const { body } = await admin.get<DegreeRequestQueue>(QUEUE);
    expect(body.total).toBe(2);
    expect(body.requests.map(({ id }) => id)).toEqual([first, second]);
    expect(body.requests[0]).toEqual({
      id: first,
      degree: "companheiro",
      lodge: "Pedra Angular, nº 7",
      receivedOn: "2026-03-05",
      createdAt: expect.any(String),
      member: { id: one.id, name: "Dario Neves", email: one.email, degree: "aprendiz", lodge: null },
      can: { decide: true },
    });
    const { matters } = (await admin.get<AdminSummary>("/api/admin/summary")).body;
    expect(matters.find(({ kind }) => kind === "degrees")).toMatchObject({ count: 2, late: false });
  });

  test("approving raises the degree, which counts on the next request, and tells the member discreetly", async () => {
    const [admin, member] = [await app.member({ role: "admin", degree: "mestre" }), await app.member()];
    const id = await ask(member, "companheiro");
    expect((await member.get("/api/modules/6")).body).toMatchObject({ status: "locked" });
    expect((await admin.post(`${QUEUE}/${id}/approve`)).status).toBe(200);
    expect((await member.get("/api/modules/6")).body).toMatchObject({ status: "in-progress" });
    expect(await statusOf(id)).toBe("approved");
    const [mail] = await mailsTo(member);
    expect(mail).toMatchObject({ subject: "Seu pedido foi aprovado" });
    expect(mail!.text).not.toMatch(/companheiro|maç|grau/i);
  });

  test("approving never lowers a degree that rose meanwhile", async () => {
    const [admin, member] = [await app.member({ role: "admin", degree: "mestre" }), await app.member({ degree: "mestre" })];
    const id = await ask(member, "companheiro");
    expect((await admin.post(`${QUEUE}/${id}/approve`)).status).toBe(200);
    expect(await degreeOf(member)).toBe("mestre");
  });

  test("refusing keeps the degree and the reason, and tells the member", async () => {
    const [admin, member] = [await app.member({ role: "admin", degree: "mestre" }), await app.member()];
    const id = await ask(member, "mestre");
    expect((await admin.post(`${QUEUE}/${id}/refuse`, { reason: "  A Loja não confirmou.  " })).status).toBe(200);
    expect((await admin.get(QUEUE)).body.decided[0]).toMatchObject({
      ...{ id, approved: false, reason: "A Loja não confirmou.", by: "Membro de Teste" },
    });
    const [row] = await app.services.db.select().from(degreeRequests).where(eq(degreeRequests.id, id));
    expect(row).toMatchObject({ status: "refused", reason: "A Loja não confirmou.", decidedBy: admin.id });
    expect(await degreeOf(member)).toBe("aprendiz");
    const [mail] = await mailsTo(member);
    expect(mail).toMatchObject({ subject: "Seu pedido foi respondido" });
    expect(mail!.text).toContain("/conta");
    const { entries } = (await admin.post<AuditLogPage>("/api/admin/audit-log/search", {})).body;
    expect(JSON.stringify(entries)).not.toContain("A Loja não confirmou");
  });

  test.each([{}, { reason: "" }, { reason: " \n " }, { reason: "x".repeat(501) }, { reason: "Não", extra: 1 }])(
    "refusing needs a reason: %j",
    async (json) => {
      const [admin, member] = [await app.member({ role: "admin", degree: "mestre" }), await app.member()];
      const id = await ask(member, "mestre");
      expect((await admin.post(`${QUEUE}/${id}/refuse`, json)).status).toBe(422);
      expect(await statusOf(id)).toBe("pending");
    },
  );

  test("of two decisions at once one is made, and one mail goes out", async () => {
    const [one, other, member] = [
      await app.member({ role: "admin", degree: "mestre" }),
      await app.member({ role: "admin", degree: "mestre" }),
      await app.member(),
    ];
    const id = await ask(member, "companheiro");
    const answers = await Promise.all([
      one.post(`${QUEUE}/${id}/approve`),
      other.post(`${QUEUE}/${id}/refuse`, { reason: "Sem registro na Loja" }),
      other.post(`${QUEUE}/${id}/approve`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await degreeOf(member)).toBe((await statusOf(id)) === "approved" ? "companheiro" : "aprendiz");
    expect(await mailsTo(member)).toHaveLength(1);
  });

  test("deciding while the member is deleted ends without a deadlock", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    for (let round = 0; round < 6; round += 1) {
      const member = await app.member();
      const id = await ask(member, "companheiro");
      const answers = await Promise.all([
        admin.post(`${QUEUE}/${id}/approve`),
        admin.delete(`/api/admin/members/${member.id}`),
        admin.put(`/api/admin/members/${member.id}/degree`, { degree: "mestre" }),
      ]);
      for (const { status } of answers) expect([200, 404, 409]).toContain(status);
      expect(answers[1]!.status).toBe(200);
    }
  });

  test("an administrator's own request is decided by another one, unless they are the only one; the log says so then", async () => {
    await app.services.db.delete(userRoles);
    const [admin, other] = [
      await app.member({ role: "admin", name: "Caio Prado" }),
      await app.member({ role: "admin", degree: "mestre" }),
    ];
    const id = await ask(admin, "mestre");
    const canDecide = async (who: TestMember) =>
      (await who.get<DegreeRequestQueue>(QUEUE)).body.requests.find((request) => request.id === id)?.can.decide;
    expect([await canDecide(admin), await canDecide(other)]).toEqual([false, true]);
    const own = `/api/admin/members/${admin.id}/degree`;
    for (const refused of [
      await admin.post(`${QUEUE}/${id}/approve`),
      await admin.post(`${QUEUE}/${id}/refuse`, { reason: "Por engano" }),
      await admin.put(own, { degree: "mestre" }),
    ])
      expect(refused).toMatchObject({
        status: 403,
        body: { message: "O seu próprio grau quem confirma é outro administrador." },
      });
    expect([await statusOf(id), await degreeOf(admin)]).toEqual(["pending", "aprendiz"]);
    expect((await admin.put(`/api/admin/members/${other.id}/role`, { role: "user" })).status).toBe(200);
    expect(await canDecide(admin)).toBe(true);
    expect((await admin.post(`${QUEUE}/${id}/approve`)).status).toBe(200);
    expect((await admin.put(own, { degree: "companheiro" })).status).toBe(200);
    const { entries } = (await admin.post<AuditLogPage>("/api/admin/audit-log/search", {})).body;
    expect(entries.slice(0, 2).map(({ text }) => text)).toEqual([
      "mudou o grau de Caio Prado de Mestre para Companheiro. Era o único administrador.",
      "confirmou o grau de Caio Prado: Mestre. Era o único administrador.",
    ]);
  });

  test("unknown requests are not found", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    for (const id of ["00000000-0000-4000-8000-000000000000", "7"]) {
      expect((await admin.post(`${QUEUE}/${id}/approve`)).status).toBe(404);
      expect((await admin.post(`${QUEUE}/${id}/refuse`, { reason: "Sem registro" })).status).toBe(404);
    }
  });
});

describe("the degree, directly", () => {
  test("is raised or corrected, counts at once, answers an open request, and tells the member", async () => {
    const [admin, member] = [await app.member({ role: "admin", degree: "mestre" }), await app.member()];
    const id = await ask(member, "companheiro");
    const address = `/api/admin/members/${member.id}/degree`;
    const raised = await admin.put<{ member: AdminMember }>(address, { degree: "mestre" });
    expect(raised).toMatchObject({ status: 200, body: { member: { degree: "mestre" } } });
    expect((await member.get("/api/session")).body.member.degree).toBe("mestre");
    expect(await statusOf(id)).toBe("approved");
    expect((await admin.put(address, { degree: "aprendiz" })).status).toBe(200);
    expect((await member.get("/api/modules/6")).body).toMatchObject({ status: "locked" });
    expect((await admin.put(address, { degree: "aprendiz" })).status).toBe(200);
    expect((await mailsTo(member)).map(({ subject }) => subject)).toEqual(Array(2).fill("Seu cadastro foi atualizado"));
  });

  test("a request for a higher degree stays open", async () => {
    const [admin, member] = [await app.member({ role: "admin", degree: "mestre" }), await app.member()];
    const id = await ask(member, "mestre");
    await admin.put(`/api/admin/members/${member.id}/degree`, { degree: "companheiro" });
    expect(await statusOf(id)).toBe("pending");
  });

  test.each([{ degree: "cavaleiro" }, {}, { degree: "mestre", role: "admin" }])("refuses %j", async (json) => {
    const [admin, member] = [await app.member({ role: "admin", degree: "mestre" }), await app.member()];
    expect((await admin.put(`/api/admin/members/${member.id}/degree`, json)).status).toBe(422);
    expect(await degreeOf(member)).toBe("aprendiz");
  });
});

describe("a degree above one's own", () => {
  test("is given by an administrator who has it; an Aprendiz who administers raises no second account of theirs", async () => {
    const [mestre, aprendiz, own] = [
      await app.member({ role: "admin", degree: "mestre" }),
      await app.member({ role: "admin" }),
      await app.member(),
    ];
    const degree = (giver: typeof mestre, value: string) => giver.put(`/api/admin/members/${own.id}/degree`, { degree: value });
    expect(await degree(aprendiz, "mestre")).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("acima do seu") },
    });
    const id = await ask(own, "companheiro");
    expect((await aprendiz.post(`${QUEUE}/${id}/approve`)).status).toBe(403);
    expect((await degree(mestre, "mestre")).status).toBe(200);
    expect((await degree(aprendiz, "companheiro")).status).toBe(200); // lowering gives nothing
  });

  test("is given by the first administrator, who has to begin with somebody: the log marks it and the others are told", async () => {
    const [first, other, member] = [await app.member({ role: "admin" }), await app.member({ role: "admin" }), await app.member()];
    await app.services.db
      .update(profiles)
      .set({ createdAt: new Date(0) })
      .where(eq(profiles.id, first.id));
    expect((await first.put(`/api/admin/members/${member.id}/degree`, { degree: "mestre" })).status).toBe(200);
    const [act] = await app.services.db.select().from(auditLog).where(eq(auditLog.targetId, member.id));
    expect(act!.details).toMatchObject({ aboveOwn: true });
    const told = await app.services.db.select().from(notices).where(eq(notices.kind, "degree-above-own"));
    expect(told.map(({ userId }) => userId)).toContain(other.id);
    expect(told.map(({ userId }) => userId)).not.toContain(first.id);
  });
});
