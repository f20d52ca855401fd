import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { profiles } from "#app/features/account/account.table.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import type { NoticesPage } from "#app/features/notices/notices.answers.ts";
import { KEEPING_HEADER } from "#app/lib/keeping.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { tellOfWeek } from "./tell-of-week.ts";
import type { Week } from "./week.answers.ts";
import { weekInWords } from "./week.policy.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
afterEach(() => vi.useRealTimers());

/** Moves the clock, and nothing else that time drives: eight in the morning in Brasília. @param day "2026-11-30" */
const on = (day: string) => vi.useFakeTimers({ now: new Date(`${day}T11:00:00Z`), toFake: ["Date"] });
const run = () => tellOfWeek.run(app.services, {});
const choose = (member: TestMember, channel: string) => member.patch("/api/notices/preferences", { channels: { week: channel } });
const wants = async (given?: Parameters<typeof app.member>[0], channel = "email") => {
  const member = await app.member(given);
  expect((await choose(member, channel)).status).toBe(200);
  return member;
};
async function lettersTo({ email }: TestMember): Promise<{ subject: string; text: string; unsubscribeUrl: string | null }[]> {
  const rows = await app.services.db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, email))
    .orderBy(outboxMails.createdAt);
  return rows.filter(({ kind }) => kind === "week-path").map(({ text, ...row }) => ({ ...row, text: text ?? "" }));
}

test("is for Mondays at eight in Brasília, and for nobody who did not ask for it", async () => {
  expect(tellOfWeek.cron).toBe("0 11 * * 1");
  const [silent, other] = [await app.member(), await app.member()];
  await other.patch("/api/notices/preferences", { channels: { mentoring: "here" } });
  on("2026-11-30");
  await run();
  expect([await lettersTo(silent), await lettersTo(other)]).toEqual([[], []]);
});

test("brings the week's titles of the reader's degree, discreetly in its subject, with a way to leave", async () => {
  const member = await wants({ degree: "aprendiz", name: "Valdir Nunes" });
  on("2026-11-30");
  await run();
  const [letter, ...more] = await lettersTo(member);
  expect(more).toEqual([]);
  const week = (await member.get<Week>("/api/week")).body;
  expect(letter!.subject).toBe("Os quatro passos desta semana");
  for (const words of [
    "Olá, Valdir.",
    "semana de 30 de novembro a 6 de dezembro",
    `A lição: ${week.lesson!.title}`,
    `O documento: ${week.document!.title}`,
    `A peça: ${week.piece.title}`,
  ])
    expect(letter!.text).toContain(words);
  expect(letter!.text).toContain("/semana");
  expect(letter!.text).not.toMatch(/Loja de|undefined|null/);
  const { notices } = (await member.get<NoticesPage>("/api/notices")).body;
  expect(notices.map(({ text }) => text)).toEqual(["Os quatro passos da semana de 30 de novembro a 6 de dezembro"]);
  const leave = new URL(letter!.unsubscribeUrl!);
  expect((await app.visitor.post(`${leave.pathname}${leave.search}`)).status).toBe(200);
  on("2026-12-07");
  await run();
  expect(await lettersTo(member)).toHaveLength(1);
});

test("goes on from where its reader is in the course", async () => {
  const member = await wants();
  await app.services.db
    .insert(lessonProgress)
    .values([{ userId: member.id, lessonId: "m01-l01", furthest: 1, position: 1, completedAt: new Date() }]);
  on("2026-11-30");
  await run();
  const second = app.services.catalogue().lessonById.get("m01-l02")!;
  expect((await lettersTo(member))[0]!.text).toContain(`A lição: ${second.title}`);
});

test("comes once a week, however often it is tried, also after a run that was killed in the middle", async () => {
  const [first, second] = [await wants(), await wants()];
  on("2026-11-30");
  const notify = app.services.notify;
  let told = 0;
  const killed: typeof notify = async (...given) => {
    told += 1;
    if (told === 2) throw new Error("killed");
    await notify(...given);
  };
  await expect(tellOfWeek.run({ ...app.services, notify: killed }, {})).rejects.toThrow("killed");
  await Promise.all([run(), run()]);
  expect([await lettersTo(first), await lettersTo(second)].map(({ length }) => length)).toEqual([1, 1]);
  on("2026-12-07");
  await run();
  expect([await lettersTo(first), await lettersTo(second)].map(({ length }) => length)).toEqual([2, 2]);
});

test("does not come after Monday has ended in Brasília, whatever is tried again then", async () => {
  const member = await wants();
  vi.useFakeTimers({ now: new Date("2026-12-01T03:00:00Z"), toFake: ["Date"] }); // midnight there
  await run();
  on("2026-12-06");
  await run();
  expect(await lettersTo(member)).toEqual([]);
  vi.useFakeTimers({ now: new Date("2026-12-08T02:59:00Z"), toFake: ["Date"] });
  await run();
  expect(await lettersTo(member)).toHaveLength(1);
});

test("asks two questions for two hundred members, and not one for each", async () => {
  await Promise.all(Array.from({ length: 4 }, () => wants()));
  on("2026-12-14");
  const asked = vi.spyOn(app.services.db, "execute");
  await run();
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

test("its line under the bell is read when the page of the week is opened, however its reader came there", async () => {
  const member = await wants();
  on("2026-11-30");
  await run();
  const unread = async () => (await member.get<NoticesPage>("/api/notices")).body.notices.filter(({ read }) => !read).length;
  expect((await member.get("/api/week", { [KEEPING_HEADER]: "1" })).status).toBe(200); // to be kept on the device, by nobody's hand
  expect(await unread()).toBe(1);
  expect((await member.get("/api/week")).status).toBe(200);
  expect(await unread()).toBe(0);
});

test("in the week of 29 February says its days", async () => {
  const member = await wants();
  on("2028-02-28");
  await run();
  expect((await lettersTo(member))[0]!.text).toContain("semana de 28 de fevereiro a 5 de março");
});

test.each([
  ["2026-11-16", "2026-11-22", "16 a 22 de novembro"],
  ["2027-03-01", "2027-03-07", "1º a 7 de março"],
  ["2026-11-30", "2026-12-06", "30 de novembro a 6 de dezembro"],
  ["2028-02-28", "2028-03-05", "28 de fevereiro a 5 de março"],
])("%s to %s is %s", (from, to, words) => expect(weekInWords(from, to)).toBe(words));

describe("whom it passes over", () => {
  test("who is suspended, not confirmed, or waits to be admitted", async () => {
    const members = [await wants(), await wants(), await wants()];
    const states = [
      { suspendedAt: new Date(), suspensionReason: "Um ensaio." },
      { awaitsConfirmation: true, emailVerified: false },
      { awaitsAdmission: true },
    ];
    for (const [index, state] of states.entries())
      await app.services.db.update(profiles).set(state).where(eq(profiles.id, members[index]!.id));
    on("2026-11-30");
    await run();
    for (const member of members) expect(await lettersTo(member)).toEqual([]);
  });

  test("by the bell alone, or in the day's letter, who chose so", async () => {
    const [here, digest] = [await wants({}, "here"), await wants({}, "digest")];
    on("2026-11-30");
    await run();
    for (const member of [here, digest]) {
      expect(await lettersTo(member)).toEqual([]);
      expect((await member.get<NoticesPage>("/api/notices")).body.notices).toHaveLength(1);
    }
  });
});
