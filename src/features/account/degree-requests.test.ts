import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import type { DegreeRequest, DegreeRequests } from "./account.answers.ts";
import { degreeRequests } from "./degree-requests.table.ts";

const app = testApp();

describe("degree requests", () => {
  const REQUEST = { degree: "companheiro", lodge: "Luz do Vale, nº 3", receivedOn: "2026-03-05" };

  test("are made, seen, and only one at a time", async () => {
    const member = await app.member();
    expect((await member.get<DegreeRequests>("/api/account/degree-requests")).body).toEqual({
      degree: "aprendiz",
      requestable: ["companheiro", "mestre"],
      attestations: [],
      requests: [],
    });
    const made = await member.post<DegreeRequest>("/api/account/degree-requests", REQUEST);
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({ ...REQUEST, status: "pending", reason: null, decidedAt: null, can: { withdraw: true } });
    const { body } = await member.get<DegreeRequests>("/api/account/degree-requests");
    expect(body).toMatchObject({ requestable: [], requests: [{ id: made.body.id }] });
    expect(await member.post("/api/account/degree-requests", REQUEST)).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("asking changes no degree", async () => {
    const member = await app.member();
    await member.post("/api/account/degree-requests", REQUEST);
    expect((await member.get("/api/session")).body.member.degree).toBe("aprendiz");
  });

  test("twenty at once make one", async () => {
    const member = await app.member();
    const answers = await Promise.all(Array.from({ length: 20 }, () => member.post("/api/account/degree-requests", REQUEST)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  test("a refused one shows its reason, not who refused it, and another may follow", async () => {
    const [member, admin] = [await app.member(), await app.member({ role: "admin" })];
    const { body } = await member.post<DegreeRequest>("/api/account/degree-requests", REQUEST);
    await app.services.db
      .update(degreeRequests)
      .set({ status: "refused", reason: "A Loja não confirmou.", decidedBy: admin.id, decidedAt: new Date() })
      .where(eq(degreeRequests.id, body.id));
    const after = await member.get<DegreeRequests>("/api/account/degree-requests");
    expect(after.body.requests[0]).toMatchObject({
      status: "refused",
      reason: "A Loja não confirmou.",
      can: { withdraw: false },
    });
    expect(JSON.stringify(after.body)).not.toContain(admin.id);
    expect((await member.post("/api/account/degree-requests", REQUEST)).status).toBe(200);
  });

  test.each([
    ["a degree one has", { degree: "companheiro" }, { degree: "companheiro" }],
    ["a lower one", { degree: "mestre" }, { degree: "companheiro" }],
    ["the highest one", { degree: "mestre" }, { degree: "mestre" }],
  ] as const)("%s cannot be asked for", async (_, { degree }, asked) => {
    const member = await app.member({ degree });
    const answer = await member.post("/api/account/degree-requests", { ...REQUEST, ...asked });
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: { degree: "Escolha um grau acima do que já está registrado." } },
    });
  });

  const UNREAL = "A data está incompleta ou não existe. Confira o dia, o mês e o ano.";
  const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10);
  test.each([
    [{ degree: "rei" }, { degree: "Escolha o grau" }],
    [{ degree: "aprendiz" }, { degree: "Escolha um grau acima do que já está registrado." }],
    [{ lodge: "  " }, { lodge: "Informe a Loja" }],
    [{ lodge: "L".repeat(101) }, { lodge: "Nome da loja muito longo" }],
    [{ receivedOn: "" }, { receivedOn: "Informe a data" }],
    [{ receivedOn: "2026-02-30" }, { receivedOn: UNREAL }],
    [{ receivedOn: "05/03/2026" }, { receivedOn: UNREAL }],
    [{ receivedOn: "0000-01-01" }, { receivedOn: "Confira o ano da data" }],
    [{ receivedOn: "1026-01-01" }, { receivedOn: "Confira o ano da data" }],
    [{ receivedOn: tomorrow }, { receivedOn: "A data não pode estar no futuro" }],
    [{ status: "approved" }, {}],
    [{ userId: "x" }, {}],
  ])("%j is refused", async (change, fields) => {
    const member = await app.member();
    expect(await member.post("/api/account/degree-requests", { ...REQUEST, ...change })).toMatchObject({
      status: 422,
      body: { fields },
    });
    expect(await app.services.db.$count(degreeRequests, eq(degreeRequests.userId, member.id))).toBe(0);
  });

  test("an open one is withdrawn by its owner only, and not once it was decided", async () => {
    const [member, stranger] = [await app.member(), await app.member()];
    const { body } = await member.post<DegreeRequest>("/api/account/degree-requests", REQUEST);
    const path = `/api/account/degree-requests/${body.id}`;
    expect((await stranger.delete(path)).status).toBe(404);
    expect((await member.delete(path)).status).toBe(200);
    expect((await member.delete(path)).status).toBe(404);
    const second = await member.post<DegreeRequest>("/api/account/degree-requests", REQUEST);
    const decision = { status: "approved", decidedAt: new Date() } as const;
    await app.services.db.update(degreeRequests).set(decision).where(eq(degreeRequests.id, second.body.id));
    expect((await member.delete(`/api/account/degree-requests/${second.body.id}`)).status).toBe(409);
    expect((await member.delete("/api/account/degree-requests/1")).status).toBe(404);
  });
});
