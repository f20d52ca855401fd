import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readStudies } from "#app/content/studies.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { communityDrafts } from "#app/features/community/posts/posts.table.ts";
import { communityTopics } from "#app/features/community/topics/topics.table.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import { mentors } from "#app/features/mentoring/mentors/mentors.table.ts";
import type { SearchPage } from "#app/features/search/search.answers.ts";
import { addDays } from "#app/lib/days.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { noticePreferences, notices } from "#app/server/notify/notices.table.ts";
import { type Caller, type TestMember, testApp } from "#tests/support/app.ts";
import { lodgesOf } from "#tests/support/lodges.ts";
import type { Group, GroupKit, GroupList, GroupTexts } from "./reading-groups.answers.ts";
import { mondayOfWeek, stateOf, weekOn } from "./reading-groups.policy.ts";
import { MOST_GROUPS, MOST_MEMBERS } from "./reading-groups.schema.ts";
import { readingGroupMembers, readingGroups, readingGroupWeeks } from "./reading-groups.table.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
const { aLodge, aBrother, anOfficer } = lodgesOf(app);
afterEach(() => vi.useRealTimers());

/** Moves the clock, and nothing else that time drives. */
const on = (day: string) => vi.useFakeTimers({ now: new Date(`${day}T15:00:00Z`), toFake: ["Date"] });
const MONDAY = "2026-11-30";

const PIECES = readStudies().filter((each) => each.sort === "piece");
const ofDegree = (degree: Degree, count = 4) =>
  PIECES.filter((piece) => piece.degree === degree)
    .slice(0, count)
    .map(({ id }) => ({ kind: "study" as const, textId: id }));

type Given = Partial<{ id: string; name: string; word: string; degree: Degree; startsOn: string; texts: unknown[] }>;
const newGroup = (given: Given = {}) => ({
  id: randomUUID(),
  name: "Noites de quinta",
  word: "Leiam sem pressa.",
  degree: "aprendiz",
  startsOn: MONDAY,
  texts: ofDegree("aprendiz"),
  ...given,
});
async function opened(by: TestMember, given: Given = {}): Promise<string> {
  const { status, body } = await by.post("/api/reading-groups", newGroup(given));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}
const at = (id: string, tail = "") => `/api/reading-groups/${id}${tail}`;
const read = async (member: TestMember, id: string) => (await member.get<Group>(at(id))).body;
const join = (member: TestMember, id: string, showsReading = false) => member.put(at(id, "/membership"), { showsReading });
const leave = (member: TestMember, id: string) => member.send(at(id, "/membership"), { method: "DELETE" });
const finish = (member: TestMember, studyId: string, position = 0.95) =>
  member.put(`/api/studies/${studyId}/position`, { position });
const pass = (by: TestMember, id: string, to: TestMember) => by.put(at(id, "/keeper"), { memberId: to.id });
const list = async (member: TestMember) => (await member.get<GroupList>("/api/reading-groups")).body;
const told = async (member: TestMember) =>
  (await app.services.db.select().from(notices).where(eq(notices.userId, member.id)).orderBy(notices.createdAt))
    .filter(({ kind }) => kind.startsWith("reading-"))
    .map(({ kind, facts }) => `${kind} ${facts.number ?? ""}`.trim());
async function remind() {
  await app.services.jobs.send(app.services.db, "remind-reading-groups", {});
  await app.runJobs();
}
const set = (member: TestMember, values: Partial<typeof profiles.$inferInsert>) =>
  app.services.db.update(profiles).set(values).where(eq(profiles.id, member.id));
const endTerm = (officer: TestMember) =>
  app.services.db.update(lodgeOfficers).set({ endsAt: sql`now()` }).where(eq(lodgeOfficers.memberId, officer.id));

beforeEach(() => on(MONDAY));

describe("the weeks of a group", () => {
  test.each([
    ["2026-11-30", "2026-11-23", 0, "coming"],
    ["2026-11-30", "2026-11-30", 1, "running"],
    ["2026-12-14", "2027-01-04", 4, "running"],
    ["2026-12-14", "2027-01-11", 5, "over"],
    ["2028-02-14", "2028-02-28", 3, "running"],
    ["2028-02-14", "2028-03-06", 4, "running"],
  ] as const)("which begins on %s, on the Monday %s: %s, %s", (startsOn, monday, week, state) => {
    expect(weekOn({ startsOn }, monday)).toBe(week);
    expect(mondayOfWeek({ startsOn }, week)).toBe(monday);
    expect(stateOf({ startsOn, closedAt: null, weeks: 4 }, monday)).toBe(state);
    expect(stateOf({ startsOn, closedAt: new Date(), weeks: 4 }, monday)).toBe("closed");
  });
});

describe("the search", () => {
  test("finds a group for the brothers of its Lodge of its degree and above, under the name that it has, and for nobody else", async () => {
    const [lodge, another] = [await aLodge(), await aLodge()];
    const officer = await anOfficer(lodge, { degree: "mestre" });
    const ids = new Map<Degree, string>();
    for (const degree of DEGREES)
      ids.set(degree, await opened(officer, { degree, texts: ofDegree(degree), word: "Um canarinho-da-terra." }));
    const readers = {
      visitor: app.visitor,
      aprendiz: await aBrother(lodge),
      companheiro: await aBrother(lodge, { degree: "companheiro" }),
      mestre: await aBrother(lodge, { degree: "mestre" }),
      admin: await app.member({ role: "admin", degree: "mestre" }),
      elsewhere: await aBrother(another, { degree: "mestre" }),
      unconfirmed: await app.member({ degree: "mestre" }),
    };
    await set(readers.unconfirmed, { lodgeId: lodge, lodgeConfirmedAt: null });
    const found = async (reader: Caller, q = "canarinho") => {
      const { results, near } = (await reader.get<SearchPage>(`/api/search?q=${q}`)).body;
      return [...results, ...near].map(({ path }) => path.replace("/grupos/", "")).toSorted();
    };
    const upTo = (count: number) =>
      DEGREES.slice(0, count)
        .map((degree) => ids.get(degree)!)
        .toSorted();
    expect(await found(readers.aprendiz)).toEqual(upTo(1));
    expect(await found(readers.companheiro)).toEqual(upTo(2));
    expect(await found(readers.mestre)).toEqual(upTo(3));
    for (const nobody of ["visitor", "admin", "elsewhere", "unconfirmed"] as const)
      for (const q of ["canarinho", "Noites de quynta"]) expect(await found(readers[nobody], q), nobody).toEqual([]);

    const id = ids.get("aprendiz")!;
    await officer.put(at(id), { name: "Sextas do tangará", word: "", texts: ofDegree("aprendiz") });
    expect(await found(readers.aprendiz)).toEqual([]);
    expect(await found(readers.aprendiz, "tangar%C3%A1")).toEqual([id]);
    await set(readers.aprendiz, { lodgeId: another });
    expect(await found(readers.aprendiz, "tangar%C3%A1")).toEqual([]);
  });
});

describe("opening", () => {
  test("an officer or a mentor of the Lodge opens one, nobody else; sent twice it is one", async () => {
    const lodge = await aLodge();
    const [officer, brother, mentor] = [
      await anOfficer(lodge),
      await aBrother(lodge),
      await aBrother(lodge, { degree: "mestre" }),
    ];
    const stranger = await app.member({ degree: "mestre" });
    await app.services.db.insert(mentors).values([
      { userId: mentor.id, bio: "" },
      { userId: stranger.id, bio: "" },
    ]);
    for (const nobody of [brother, stranger])
      expect(await nobody.post("/api/reading-groups", newGroup())).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining("quem abre é um oficial") },
      });
    const input = newGroup();
    for (const _ of [1, 2]) expect((await officer.post("/api/reading-groups", input)).status).toBe(200);
    await opened(mentor, { name: "Leituras do mestre" });
    expect((await list(brother)).groups.map(({ name }) => name).toSorted()).toEqual(["Leituras do mestre", "Noites de quinta"]);
    expect((await list(brother)).can.open).toBe(false);
    expect((await list(stranger)).lodge).toBeNull();
  });

  test.each([
    [{ name: " " }, "name", "três letras"],
    [{ name: "a".repeat(61) }, "name", "60"],
    [{ word: "a".repeat(601) }, "word", "600"],
    [{ texts: ofDegree("aprendiz", 3) }, "texts", "pelo menos 4"],
    [{ texts: ofDegree("aprendiz", 13) }, "texts", "no máximo 12"],
    [{ texts: [...ofDegree("aprendiz", 4), ofDegree("aprendiz", 1)[0]] }, "texts", "duas vezes"],
    [{ texts: [...ofDegree("aprendiz", 3), { kind: "study", textId: "nada" }] }, "texts", "da 4ª semana"],
    [{ texts: [...ofDegree("aprendiz", 3), ofDegree("mestre", 1)[0]] }, "texts", "da 4ª semana"],
    [{ startsOn: "2026-12-01" }, "startsOn", "segunda-feira"],
    [{ startsOn: "2026-11-23" }, "startsOn", "já passou"],
    [{ startsOn: "2027-11-29" }, "startsOn", "seis meses"],
    [{ startsOn: "2026-02-30" }, "startsOn", "Escolha"],
  ] as const)("%j is refused in words", async (given, field, words) => {
    const officer = await anOfficer(await aLodge());
    const { status, body } = await officer.post("/api/reading-groups", newGroup(given as unknown as Given));
    expect([status, body.fields[field]]).toEqual([422, expect.stringContaining(words)]);
  });

  test("a group is never of a degree above its opener's", async () => {
    const officer = await anOfficer(await aLodge(), { degree: "companheiro" });
    const above = newGroup({ degree: "mestre", texts: ofDegree("mestre") });
    expect(await officer.post("/api/reading-groups", above)).toMatchObject({ status: 403, body: { code: "locked" } });
    const { texts } = (await officer.get<GroupTexts>("/api/reading-groups/texts")).body;
    expect(new Set(texts.map(({ degree }) => degree))).toEqual(new Set(["aprendiz", "companheiro"]));
    expect(new Set(texts.map(({ kind }) => kind))).toEqual(new Set(["lesson", "study"]));
  });

  test("a Lodge has five open ones, also when two open at once; those that are over or closed do not count", async () => {
    const lodge = await aLodge();
    const [one, other] = [
      await anOfficer(lodge),
      await anOfficer(lodge, { office: "orador" as never }).catch(() => anOfficer(lodge)),
    ];
    for (const _ of Array(MOST_GROUPS - 1)) await opened(one);
    const both = await Promise.all([one, other].map((by) => by.post("/api/reading-groups", newGroup())));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body.message).toContain("já tem 5 grupos abertos");
    const { groups } = await list(one);
    await one.post(at(groups.find(({ id }) => id)!.id, "/close"));
    on(addDays(MONDAY, 28));
    await opened(other, { startsOn: addDays(MONDAY, 28) });
  });
});

describe("who sees a group", () => {
  const canary = (degree: Degree) => `Canário ${degree} ${randomUUID()}`;

  test("of a degree: brothers of the Lodge who have it; nothing of it shows to those below, anywhere", async () => {
    const lodge = await aLodge();
    const officer = await anOfficer(lodge);
    for (const degree of DEGREES) {
      const [name, word] = [canary(degree), canary(degree)];
      const id = await opened(officer, { name, word, degree, texts: ofDegree(degree) });
      for (const own of DEGREES) {
        const brother = await aBrother(lodge, { degree: own });
        const covers = DEGREES.indexOf(degree) <= DEGREES.indexOf(own);
        const calls = await Promise.all([
          brother.get("/api/reading-groups"),
          brother.get(at(id)),
          brother.get(at(id, "/kit")),
          brother.put(at(id, "/membership"), { showsReading: true }),
          brother.post(at(id, "/weeks/1/topic")),
          brother.get("/api/dashboard"),
          brother.get("/api/week"),
        ]);
        if (covers) expect(calls.slice(1, 4).map(({ status }) => status)).toEqual([200, 200, 200]);
        else {
          expect(calls.slice(1, 5).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
          const all = JSON.stringify(calls.map(({ body }) => body));
          for (const shown of [name, word]) expect(all).not.toContain(shown);
          for (const { title } of PIECES.filter(({ id: each }) => each === ofDegree(degree, 1)[0]!.textId))
            expect(all).not.toContain(title);
        }
      }
    }
  });

  test("nobody of another Lodge, nobody who only says that they are of it, and no administrator", async () => {
    const lodge = await aLodge();
    const officer = await anOfficer(lodge);
    const id = await opened(officer);
    const [other, claimant, admin] = [await aBrother(await aLodge()), await aBrother(lodge), await app.member({ role: "admin" })];
    await set(claimant, { lodgeConfirmedAt: null });
    for (const nobody of [other, claimant, admin]) {
      for (const tail of ["", "/kit"]) expect((await nobody.get(at(id, tail))).status).toBe(404);
      expect((await join(nobody, id)).status).toBe(404);
      expect((await list(nobody)).groups).toEqual([]);
    }
  });
});

describe("taking part", () => {
  test("by a press, once; who has read is seen by those who take part, of those who agree, by the academy's own records", async () => {
    const lodge = await aLodge();
    const officer = await anOfficer(lodge);
    const [shown, hidden, outside] = [
      await aBrother(lodge, { name: "Abel Visto" }),
      await aBrother(lodge, { name: "Bento Calado" }),
      await aBrother(lodge, { name: "Celso Fora" }),
    ];
    const [lesson] = app.services.catalogue().modules[0]!.lessons;
    const texts = [...ofDegree("aprendiz", 3), { kind: "lesson", textId: lesson!.id }];
    const id = await opened(officer, { texts, startsOn: MONDAY });
    expect((await read(shown, id)).membership).toBeNull();
    for (const _ of [1, 2]) expect((await join(shown, id, true)).status).toBe(200);
    await join(hidden, id);
    for (const brother of [shown, hidden]) await finish(brother, texts[0]!.textId);
    await finish(shown, texts[1]!.textId, 0.4);
    const seen = await read(hidden, id);
    expect(seen).toMatchObject({ members: 2, membership: { showsReading: false }, week: 1, state: "running" });
    expect(seen.weeks[0]).toMatchObject({ read: true, readers: ["Abel Visto"], from: MONDAY, to: addDays(MONDAY, 6) });
    expect(seen.weeks[1]).toMatchObject({ read: false, readers: [] });
    for (const one of [outside, officer]) expect(JSON.stringify(await read(one, id))).not.toMatch(/Abel|Bento/);
    // read again from the beginning, it stays read
    await finish(shown, texts[0]!.textId, 0.05);
    expect((await read(shown, id)).weeks[0]!.read).toBe(true);
    // a day on which the Lodge heard the piece, and a lesson that was finished
    await shown.post(`/api/studies/${texts[2]!.textId}/readings`, { readOn: "2026-11-20" });
    await app.services.db
      .insert(lessonProgress)
      .values({ userId: shown.id, lessonId: lesson!.id, furthest: 1, completedAt: new Date() });
    expect((await read(shown, id)).weeks.map((week) => week.read)).toEqual([true, false, true, true]);
    expect((await read(hidden, id)).weeks[3]!.readers, "of weeks to come nothing is shown").toEqual([]);
    on(addDays(MONDAY, 21));
    expect((await read(hidden, id)).weeks[3]!.readers).toEqual(["Abel Visto"]);
    // the consent is taken back at any time
    await join(shown, id, false);
    expect(JSON.stringify(await read(hidden, id))).not.toContain("Abel");
    await join(shown, id, true);
    await set(shown, { lodgeId: await aLodge() });
    expect(JSON.stringify(await read(hidden, id)), "who left the Lodge").not.toContain("Abel");
  });

  test("leaving takes the row away; who left may come back; a group that is over or closed is not joined", async () => {
    const lodge = await aLodge();
    const officer = await anOfficer(lodge);
    const [brother, late] = [await aBrother(lodge), await aBrother(lodge)];
    const id = await opened(officer);
    await join(brother, id);
    for (const _ of [1, 2]) expect((await leave(brother, id)).status).toBe(200);
    expect(await app.services.db.$count(readingGroupMembers, eq(readingGroupMembers.groupId, id))).toBe(0);
    await join(brother, id);
    await officer.post(at(id, "/close"));
    expect(await join(late, id)).toMatchObject({ status: 409, body: { message: expect.stringContaining("já terminou") } });
    expect((await join(brother, id, true)).status).toBe(200);
    expect((await read(brother, id)).state).toBe("closed");
    expect((await list(brother)).groups).toMatchObject([{ id, state: "closed" }]);
    expect((await list(late)).groups).toEqual([]);
    const other = await opened(officer);
    on(addDays(MONDAY, 28));
    expect((await join(late, other)).status).toBe(409);
    expect((await officer.post(at(other, "/close"))).status).toBe(409);
  });

  test("two hundred members and no more", async () => {
    const lodge = await aLodge();
    const officer = await anOfficer(lodge);
    const id = await opened(officer);
    await app.services.db.execute(sql`
      with made as (
        insert into profiles (id, full_name, email, degree)
        select gen_random_uuid(), 'Irmão ' || n, 'cheio' || n || '@academia.example', 'aprendiz' from generate_series(1, ${MOST_MEMBERS}) n returning id)
      insert into reading_group_members (group_id, user_id) select ${id}, id from made`);
    expect(await join(await aBrother(lodge), id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("200 irmãos") },
    });
  });

  test("a lowered degree: the membership rests, and comes back with the degree", async () => {
    const lodge = await aLodge();
    const officer = await anOfficer(lodge);
    const brother = await aBrother(lodge, { degree: "companheiro", name: "Dario Alto" });
    const witness = await aBrother(lodge, { degree: "companheiro" });
    const texts = ofDegree("companheiro");
    const id = await opened(officer, { degree: "companheiro", texts });
    for (const one of [brother, witness]) await join(one, id, true);
    await finish(brother, texts[0]!.textId);
    await set(brother, { degree: "aprendiz" });
    expect((await brother.get(at(id))).status).toBe(404);
    expect((await brother.get<{ group: unknown }>("/api/dashboard")).body.group).toBeNull();
    const seen = await read(witness, id);
    expect([seen.members, JSON.stringify(seen)]).toEqual([1, expect.not.stringContaining("Dario")]);
    await remind();
    expect(await told(brother)).toEqual([]);
    expect(await told(witness)).toEqual(["reading-week 1"]);
    expect((await leave(brother, id)).status, "and can be left").toBe(200);
    await join(brother, id);
    await set(brother, { degree: "companheiro" });
    expect((await read(brother, id)).membership).toBeNull();
  });

  test("a lesson of a module that is not open yet says what opens it", async () => {
    const lodge = await aLodge();
    const officer = await anOfficer(lodge);
    const brother = await aBrother(lodge);
    const module = app.services.catalogue().modules.find(({ degree, requires }) => degree === "aprendiz" && requires.length > 0)!;
    const texts = [...ofDegree("aprendiz", 3), { kind: "lesson", textId: module.lessons[0]!.id }];
    const id = await opened(officer, { texts });
    expect((await read(brother, id)).weeks[3]!.opensAfter).toBeTruthy();
    expect((await read(officer, id)).weeks[3]!.opensAfter, "a Mestre has all modules of the first degree").toBeNull();
    const kit = async (member: TestMember) => (await member.get<GroupKit>(at(id, "/kit"))).body.weeks;
    expect((await kit(brother))[3]!.questions).toEqual([]);
    expect((await kit(officer))[3]!.questions.length).toBeGreaterThanOrEqual(2);
    expect((await kit(brother))[0]!.questions).toHaveLength(3);
  });
});

describe("keeping", () => {
  test("the texts of weeks to come change, in number as well; those of weeks that began stay", async () => {
    const lodge = await aLodge();
    const [officer, other] = [await anOfficer(lodge), await anOfficer(lodge)];
    const all = ofDegree("aprendiz", 12);
    const id = await opened(officer, { texts: all.slice(0, 5) });
    on(addDays(MONDAY, 8));
    const change = (by: TestMember, texts: unknown[]) => by.put(at(id), { name: "Noites de sexta", word: "", texts });
    const topics = async () =>
      (await app.services.db.select().from(readingGroupWeeks).where(eq(readingGroupWeeks.groupId, id))).map(
        ({ topicId }) => topicId,
      );
    const before = await topics();
    expect((await change(officer, [...all.slice(0, 2), ...all.slice(6, 12)])).status).toBe(200);
    const { weeks, name } = await read(officer, id);
    expect([name, weeks.map(({ text }) => text!.id)]).toEqual([
      "Noites de sexta",
      [...all.slice(0, 2), ...all.slice(6, 12)].map(({ textId }) => textId),
    ]);
    expect((await topics()).slice(0, 2)).toEqual(before.slice(0, 2));
    expect(await change(officer, all.slice(1, 7))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("já começou") },
    });
    expect((await change(officer, [...all.slice(0, 3), ofDegree("mestre", 1)[0]])).status).toBe(422);
    expect((await change(officer, all.slice(0, 2))).status).toBe(422);
    expect((await change(other, all.slice(0, 4))).status).toBe(403);
    expect((await other.post(at(id, "/close"))).status).toBe(403);
    expect((await change(await aBrother(lodge), all.slice(0, 4))).status).toBe(403);
  });

  test("its keeper hands it over to another officer or mentor, who is told; to nobody else", async () => {
    const lodge = await aLodge();
    const [officer, heir, brother] = [
      await anOfficer(lodge),
      await aBrother(lodge, { name: "Hélio Herdeiro", degree: "mestre" }),
      await aBrother(lodge),
    ];
    const id = await opened(officer);
    expect((await read(officer, id)).heirs).toEqual([]);
    expect((await pass(officer, id, brother)).status).toBe(409);
    await app.services.db.insert(mentors).values({ userId: heir.id, bio: "" });
    expect((await read(officer, id)).heirs).toEqual([{ id: heir.id, name: "Hélio Herdeiro" }]);
    expect((await read(heir, id)).heirs).toEqual([]);
    expect(await pass(heir, id, heir)).toMatchObject({ status: 409, body: { message: expect.stringContaining("Lauro Bastos") } });
    expect((await pass(officer, id, heir)).status).toBe(200);
    expect(await told(heir)).toEqual(["reading-group-given"]);
    expect(await read(heir, id)).toMatchObject({ keeper: "Hélio Herdeiro", can: { keep: true } });
    expect((await officer.post(at(id, "/close"))).status).toBe(403);
  });

  test.each<[string, (officer: TestMember) => Promise<unknown>]>([
    ["loses the office", endTerm],
    ["leaves the Lodge", async (officer) => set(officer, { lodgeId: await aLodge() })],
    ["is suspended", (officer) => set(officer, { suspendedAt: new Date(), suspensionReason: "Teste" })],
    ["has a lower degree", (officer) => set(officer, { degree: "aprendiz" })],
    ["deletes the account", (officer) => app.services.db.delete(profiles).where(eq(profiles.id, officer.id))],
  ])("an opener who %s: the group goes on, and another officer takes it over, the first of two", async (_, goes) => {
    const lodge = await aLodge();
    const officer = await anOfficer(lodge);
    const [one, other, brother] = [
      await anOfficer(lodge),
      await anOfficer(lodge),
      await aBrother(lodge, { degree: "companheiro" }),
    ];
    const id = await opened(officer, { degree: "companheiro", texts: ofDegree("companheiro") });
    await join(brother, id);
    expect((await read(one, id)).can).toMatchObject({ takeOver: false, keep: false });
    await goes(officer);
    expect(await read(brother, id)).toMatchObject({ keeper: null, week: 1, can: { takeOver: false } });
    expect((await list(one)).groups).toMatchObject([{ id, kept: false }]);
    await remind();
    expect(await told(brother)).toEqual(["reading-week 1"]);
    expect((await read(one, id)).can).toMatchObject({ takeOver: true, keep: false });
    expect((await pass(brother, id, brother)).status).toBe(403);
    expect((await pass(one, id, other)).status, "each takes it for themselves").toBe(403);
    const both = await Promise.all([pass(one, id, one), pass(other, id, other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read(brother, id)).keeper).toBe("Lauro Bastos");
  });
});

describe("the topic of a week", () => {
  const begin = (member: TestMember, id: string, number = 1) =>
    member.post<{ topicId: string }>(at(id, `/weeks/${number}/topic`));

  test("is begun once, in the board of the degree, by who takes part; it names the text, and neither group nor Lodge", async () => {
    const lodge = await aLodge();
    const officer = await anOfficer(lodge);
    const [one, other, outside] = [
      await aBrother(lodge, { degree: "companheiro" }),
      await aBrother(lodge, { degree: "companheiro" }),
      await aBrother(lodge, { degree: "companheiro" }),
    ];
    const id = await opened(officer, { degree: "companheiro", texts: ofDegree("companheiro"), name: "Grupo do vale" });
    for (const member of [one, other]) await join(member, id);
    expect((await read(one, id)).weeks[0]!.topicId).toBeNull();
    expect((await begin(one, id)).body).toMatchObject({ code: "rules_unaccepted" });
    for (const member of [one, other, outside]) await member.put("/api/community/rules");
    expect((await begin(outside, id)).status).toBe(403);
    expect(await begin(one, id, 2)).toMatchObject({ status: 409, body: { message: expect.stringContaining("não começou") } });
    await app.services.db
      .insert(communityDrafts)
      .values({ userId: one.id, place: "board:companheiro", title: "", body: "Meio escrito" });
    const both = await Promise.all([begin(one, id), begin(other, id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const [topicId] = new Set(both.map(({ body }) => body.topicId));
    expect((await begin(other, id)).body.topicId).toBe(topicId);
    expect((await read(other, id)).weeks[0]!.topicId).toBe(topicId);
    expect(await app.services.db.$count(communityDrafts, eq(communityDrafts.userId, one.id)), "a draft of the board stays").toBe(
      1,
    );
    const topic = await app.member({ degree: "companheiro" }).then((reader) => reader.get(`/api/community/topics/${topicId}`));
    const title = PIECES.find(({ id: each }) => each === ofDegree("companheiro")[0]!.textId)!.title;
    expect(topic.body.topic).toMatchObject({ title: `Leitura em grupo: ${title}`, board: { id: "companheiro" } });
    expect(JSON.stringify(topic.body)).not.toMatch(/Luz do Vale|Grupo do vale/);
    expect((await (await app.member({ degree: "aprendiz" })).get(`/api/community/topics/${topicId}`)).status).toBe(404);
    await app.services.db
      .update(communityTopics)
      .set({ hiddenAt: new Date(), authorId: null })
      .where(eq(communityTopics.id, topicId!));
    expect((await read(other, id)).weeks[0]!.topicId).toBeNull();
    expect(await begin(other, id)).toMatchObject({ status: 409, body: { message: expect.stringContaining("moderador") } });
  }, 60_000); // the first judgement of a post reads all texts above its board
});

test("a text that was retired meanwhile is said so, and its week goes on", async () => {
  const lodge = await aLodge();
  const officer = await anOfficer(lodge);
  const brother = await aBrother(lodge);
  const texts = ofDegree("aprendiz");
  const id = await opened(officer, { texts });
  await join(brother, id, true);
  await app.services.db.update(readingGroupWeeks).set({ textId: "peca-retirada" }).where(eq(readingGroupWeeks.groupId, id));
  expect((await read(brother, id)).weeks.map(({ text }) => text)).toEqual([null, null, null, null]);
  expect((await brother.get<GroupKit>(at(id, "/kit"))).body.weeks[0]).toMatchObject({ text: null, questions: [] });
  expect((await brother.get<{ group: unknown }>("/api/dashboard")).body.group).toBeNull();
  await brother.put("/api/community/rules");
  expect(await brother.post(at(id, "/weeks/1/topic"))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("retirado") },
  });
  await remind();
  expect(await told(brother)).toEqual(["reading-week 1"]);
  const kept = (await read(officer, id)).weeks.map(() => ({ kind: "study", textId: "peca-retirada" }));
  const change = { name: "Outro", word: "", texts: [kept[0], ...texts.slice(1)] };
  expect((await officer.put(at(id), change)).status, "that of the week that runs stays").toBe(200);
});

test("four weeks by the clock: told on Mondays, reminded on Fridays unless read, the opener leaves in the second, then it is over", async () => {
  const lodge = await aLodge();
  on("2026-12-12");
  const [officer, reader, idler, quiet] = [
    await anOfficer(lodge),
    await aBrother(lodge),
    await aBrother(lodge),
    await aBrother(lodge),
  ];
  const texts = ofDegree("aprendiz");
  const id = await opened(officer, { startsOn: "2026-12-14", texts });
  for (const member of [reader, idler, quiet]) await join(member, id);
  await app.services.db
    .insert(noticePreferences)
    .values({ userId: quiet.id, channels: { reading: "never" }, timeZone: "America/Sao_Paulo" });
  await app.services.db
    .insert(noticePreferences)
    .values({ userId: idler.id, channels: { reading: "email" }, timeZone: "America/Sao_Paulo" });
  expect(await read(reader, id)).toMatchObject({ state: "coming", week: null });
  await remind();
  expect(await told(reader)).toEqual([]);
  const line = async (member: TestMember) => (await member.get<{ group: { title: string } | null }>("/api/dashboard")).body.group;
  expect(await line(reader)).toBeNull();
  const expected: Record<"reader" | "idler", string[]> = { reader: [], idler: [] };
  for (const [index, monday] of ["2026-12-14", "2026-12-21", "2026-12-28", "2027-01-04"].entries()) {
    const number = index + 1;
    on(monday);
    for (const _ of [1, 2]) await remind();
    expected.reader.push(`reading-week ${number}`);
    expected.idler.push(`reading-week ${number}`);
    expect((await read(reader, id)).week).toBe(number);
    expect((await line(reader))!.title).toBe(PIECES.find(({ id: each }) => each === texts[index]!.textId)!.title);
    await finish(reader, texts[index]!.textId);
    if (number === 2) await endTerm(officer);
    on(addDays(monday, 2));
    await remind();
    on(addDays(monday, 4));
    for (const _ of [1, 2]) await remind();
    expected.idler.push(`reading-unread ${number}`);
    expect([await told(reader), await told(idler), await told(quiet)]).toEqual([expected.reader, expected.idler, []]);
  }
  const letters = (await app.mails()).filter(({ to }: { to: string }) => to.includes(idler.email));
  expect(letters).toHaveLength(8);
  for (const letter of letters) expect(JSON.stringify(letter)).not.toMatch(/Luz do Vale|Aprendiz|Noites de quinta/);
  on("2027-01-11");
  await remind();
  expect([await told(reader), await told(idler)]).toEqual([expected.reader, expected.idler]);
  expect(await read(reader, id)).toMatchObject({ state: "over", week: null, keeper: null });
  expect(await line(reader)).toBeNull();
  expect((await list(reader)).groups).toMatchObject([{ id, state: "over", text: null }]);
});

test("the page of a group marks the bell's line as read, of which there is one for each group", async () => {
  const lodge = await aLodge();
  const [officer, brother] = [await anOfficer(lodge), await aBrother(lodge)];
  const id = await opened(officer);
  await join(brother, id);
  await remind();
  on(addDays(MONDAY, 4));
  await remind();
  const unread = async () =>
    (await app.services.db.select().from(notices).where(eq(notices.userId, brother.id))).filter(
      ({ isLatest, readAt }) => isLatest && !readAt,
    );
  expect(await unread()).toHaveLength(1);
  await read(brother, id);
  expect(await unread()).toEqual([]);
});

test("the export says which groups, and the account's end takes the part in them along", async () => {
  const lodge = await aLodge();
  const [officer, brother] = [await anOfficer(lodge), await aBrother(lodge)];
  const id = await opened(officer);
  await join(brother, id, true);
  vi.useRealTimers(); // their sessions were made today
  const { data } = (await brother.get("/api/account/export")).body;
  expect(data.readingGroups).toMatchObject([{ group: "Noites de quinta", showsReading: true }]);
  expect((await officer.get("/api/account/export")).body.data.keptReadingGroups).toMatchObject([{ name: "Noites de quinta" }]);
  await app.services.db.delete(profiles).where(eq(profiles.id, brother.id));
  expect(await app.services.db.$count(readingGroupMembers, eq(readingGroupMembers.groupId, id))).toBe(0);
  expect(await app.services.db.$count(readingGroups, eq(readingGroups.id, id))).toBe(1);
});
