import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { lodgesOf } from "#tests/support/lodges.ts";

const app = testApp({ LIMITS_FACTOR: "100" });
const { aLodge, aBrother, anOfficer } = lodgesOf(app);

test("a member reads who looked and what others did about them, in what office; nothing of other Lodges, and nothing of their own", async () => {
  const [lodgeId, other] = [await aLodge(), await aLodge()];
  const [officer, foreign] = [await anOfficer(lodgeId), await anOfficer(other)];
  const member = await aBrother(lodgeId);
  const admin = await app.member({ role: "admin", degree: "mestre", name: "Otávio Sampaio" });
  for (let round = 0; round < 3; round += 1) await officer.get("/api/own-lodge"); // once an hour
  await foreign.get("/api/own-lodge");
  await admin.put(`/api/admin/members/${member.id}/degree`, { degree: "companheiro" });
  await member.patch("/api/account/profile", { name: "Caio M. Sá", lodge: "" }); // leaves the Lodge
  const left = (await member.get("/api/oversight")).body.lines;
  expect(left).toMatchObject([{ who: "Otávio Sampaio", office: null, what: "mudou o seu grau" }]);
  const brother = await aBrother(lodgeId);
  const { lines } = (await brother.get("/api/oversight")).body;
  expect(lines).toMatchObject([{ who: "Lauro Bastos", what: "consultou o estudo dos irmãos da sua Loja" }]);
  expect((await app.visitor.get("/api/oversight")).status).toBe(401);
});

test("a contestation reaches the administrators, is answered by another one than it is about, and once", async () => {
  const member = await app.member({ name: "Caio Mendonça" });
  const [looker, other] = [
    await app.member({ role: "admin", degree: "mestre", name: "Moacir Duarte" }),
    await app.member({ role: "admin", degree: "mestre" }),
  ];
  await looker.put(`/api/admin/members/${member.id}/degree`, { degree: "companheiro" });
  const [line] = (await member.get("/api/oversight")).body.lines;
  const stranger = await app.member();
  const contest = { lineId: line.id, about: "facts", words: "Ainda sou Aprendiz." };
  expect((await stranger.post("/api/oversight/contestations", contest)).status).toBe(404); // not about them
  const wrong = await member.post("/api/oversight/contestations", { ...contest, words: " " });
  expect([wrong.status, wrong.body.fields]).toEqual([422, { words: "Escreva uma palavra" }]);
  const { body } = await member.post("/api/oversight/contestations", contest);
  expect(body.contestations).toMatchObject([
    { words: "Ainda sou Aprendiz.", line: "Moacir Duarte mudou o seu grau", answer: null },
  ]);
  expect((await member.get("/api/admin/contestations")).status).toBe(403);

  const mine = ({ open }: { open: { id: string; member: { id: string }; canAnswer: boolean }[] }) =>
    open.find((one) => one.member.id === member.id)!;
  const forLooker = mine((await looker.get("/api/admin/contestations")).body);
  expect(forLooker.canAnswer).toBe(false);
  const path = `/api/admin/contestations/${forLooker.id}/answer`;
  expect((await looker.post(path, { answer: "Está certo." })).status).toBe(403);
  expect((await other.post(path, { answer: "Corrigimos o grau." })).status).toBe(200);
  expect((await other.post(path, { answer: "De novo." })).status).toBe(409);
  expect((await member.get("/api/oversight")).body.contestations[0].answer).toMatchObject({ text: "Corrigimos o grau." });
  await app.runJobs();
  const letters = (email: string, words: string) =>
    app.mails().filter(({ to, text }) => to.includes(email) && text.includes(words)).length;
  expect([letters(other.email, "contestou como"), letters(member.email, "foi respondida")]).toEqual([1, 1]);
});
