import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { readEphemerides } from "#app/content/ephemerides.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { Ephemeris } from "./ephemerides.answers.ts";
import { dayIn, thisDayFor } from "./ephemerides.service.ts";
import { renderCalendar } from "./feed.service.ts";

const app = testApp();

type Month = { today: string; entries: Ephemeris[] };
const yearOf = async (member: TestMember): Promise<Ephemeris[]> => {
  const months = await Promise.all(Array.from({ length: 12 }, (_, month) => member.get(`/api/ephemerides?month=${month + 1}`)));
  return months.flatMap(({ body }) => (body as Month).entries);
};

describe("the days", () => {
  test("are each degree's own: what only a higher one may read is nowhere in a lower one's answers", async () => {
    const [aprendiz, companheiro, mestre] = [
      await app.member({ degree: "aprendiz" }),
      await app.member({ degree: "companheiro" }),
      await app.member({ degree: "mestre" }),
    ];
    const all = await yearOf(mestre);
    expect(all).toHaveLength(readEphemerides().length);
    const [low, middle] = [await yearOf(aprendiz), await yearOf(companheiro)];
    expect(low.length).toBeGreaterThan(40);
    expect(low.length).toBeLessThan(middle.length);
    expect(middle.length).toBeLessThan(all.length);
    const canary = all.find(({ title }) => title === "William Davis dá quatro passos numa noite")!;
    for (const lower of [low, middle]) expect(JSON.stringify(lower)).not.toContain(canary.text);
    for (const each of low) expect((await aprendiz.get(`/api${apiOf(each.of.path)}`)).status, each.of.path).toBeOneOf([200, 403]);
  });

  /** The API's address of a text, by its page's. 403 is a module that is still closed, which the page says. */
  const apiOf = (path: string) =>
    path
      .replace(/^\/(estudos|pecas|vidas)\//, "/studies/")
      .replace("/documentos/", "/documents/")
      .replace(/^\/modulo\/(\d+)\/licao\/(\d+)$/, "/modules/$1/lessons/$2");

  test("of a month that does not exist are refused in words", async () => {
    const member = await app.member();
    for (const month of ["0", "13", "x", "1.5"])
      expect(await member.get(`/api/ephemerides?month=${month}`)).toMatchObject({ status: 422, body: { code: "invalid_input" } });
  });

  test("stand in the panel: today's, else the next one, over the end of the year too", () => {
    const of = { title: "T", path: "/estudos/t" };
    const entry = (day: string) => ({ day, julian: false, tradition: false, title: day, text: "", source: "", of });
    const all = [entry("1821-02-29"), entry("1768-09-30"), entry("1769-09-30")];
    expect(thisDayFor(all, "2026-09-30")).toMatchObject({ isToday: true, entry: { title: "1768-09-30" }, more: 1 });
    expect(thisDayFor(all, "2026-10-01")).toMatchObject({ isToday: false, date: "2027-02-28", more: 0 });
    expect(thisDayFor(all, "2028-02-29")).toMatchObject({ isToday: true, date: "2028-02-29" });
    expect(thisDayFor([], "2026-10-01")).toBeNull();
    expect([dayIn(2026, entry("1600-02-29")), dayIn(2028, entry("1600-02-29"))]).toEqual(["2026-02-28", "2028-02-29"]);
  });

  test("are on the panel every day of a year, and as today's exactly where there is one", async () => {
    for (const degree of ["aprendiz", "companheiro", "mestre"] as const) {
      const member = await app.member({ degree });
      const all = await yearOf(member);
      const days = new Set(all.map((entry) => dayIn(2027, entry)));
      for (let moment = Date.UTC(2027, 0, 1); moment < Date.UTC(2028, 0, 1); moment += 86_400_000) {
        const today = new Date(moment).toISOString().slice(0, 10);
        expect(thisDayFor(all, today)?.isToday, today).toBe(days.has(today));
      }
      const { thisDay } = (await member.get("/api/dashboard")).body as { thisDay: { entry: Ephemeris } };
      expect(all.map(({ title }) => title)).toContain(thisDay.entry.title);
    }
  });
});

describe("the calendar's address", () => {
  const pathOf = (address: string) => address.slice(new URL(address).origin.length);
  const make = async (member: TestMember) => ((await member.post("/api/ephemerides/feed")).body as { address: string }).address;
  const read = async (address: string) => app.visitor.send(pathOf(address), {});

  test("is there when it is asked for, opens without a session, and reads as a calendar of whole days that come back", async () => {
    const member = await app.member({ degree: "aprendiz" });
    expect((await member.get("/api/ephemerides/feed")).body).toEqual({ address: null });
    const address = await make(member);
    expect((await member.get("/api/ephemerides/feed")).body).toEqual({ address });
    const answer = await read(address);
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const events = new ICAL.Component(ICAL.parse(await answer.text()))
      .getAllSubcomponents("vevent")
      .map((each) => new ICAL.Event(each));
    expect(events).toHaveLength((await yearOf(member)).length);
    const { title } = readEphemerides().find(({ day }) => day === "1721-01-06")!;
    const first = events.find(({ summary }) => summary === `1721: ${title}`)!;
    expect(first.startDate.isDate).toBe(true);
    expect(first.startDate.toString()).toMatch(/^\d{4}-01-06$/);
    const again = first.iterator();
    expect([again.next(), again.next()].map((each) => each.toString().slice(5))).toEqual(["01-06", "01-06"]);
  });

  test("is dead once it was renewed, and while its member may read nothing; another's proof opens nothing", async () => {
    const [member, other] = [await app.member(), await app.member()];
    const [former, theirs] = [await make(member), await make(other)];
    const present = await make(member);
    expect((await read(former)).status).toBe(404);
    expect((await read(present)).status).toBe(200);
    const token = (address: string) => new URL(address).searchParams.get("token")!.split(".");
    const forged = [token(theirs)[0], ...token(present).slice(1)].join(".");
    const raised = [token(theirs)[0], "2", token(theirs)[2]].join(".");
    for (const bad of [forged, raised, "x".repeat(64), `${"A".repeat(22)}`])
      expect((await app.visitor.send(`/api/ephemerides/calendar.ics?token=${bad}`, {})).status).toBe(404);
    const suspended = { suspendedAt: new Date(), suspensionReason: "Teste" };
    await app.services.db.update(profiles).set(suspended).where(eq(profiles.id, member.id));
    expect((await read(present)).status).toBe(404);
  });

  test("shows what the member's degree is now", async () => {
    const member = await app.member({ degree: "mestre" });
    const address = await make(member);
    const before = await (await read(address)).text();
    expect(before).toContain("William Davis");
    await app.services.db.update(profiles).set({ degree: "aprendiz" }).where(eq(profiles.id, member.id));
    expect(await (await read(address)).text()).not.toContain("William Davis");
  });

  test("a line that is long or has signs of the format survives", () => {
    const entry = {
      day: "1768-09-30",
      julian: true,
      tradition: false,
      title: "Vírgulas, ponto e vírgula; barra \\ e aspas “assim”",
      text: "Uma frase comprida que passa de setenta e cinco octetos e tem acentos: ação, coração, união.",
      source: "Fonte; com, sinais.",
      of: { title: "T", path: "/estudos/t" },
    };
    const file = renderCalendar([entry], 2026, "https://academia.example");
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent")!);
    expect(event.summary).toBe(`1768: ${entry.title}`);
    expect(event.description).toBe(`${entry.text}\n\n${entry.source} Data do calendário juliano.`);
  });
});
