import { writeFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { FILLED, fillAcademy } from "../../scripts/grown/academy.ts";
import { casesOf, METRICS_TOKEN, READS, type Send } from "../../scripts/grown/reads.ts";
import { type Answer, PASSWORD, type TestMember, testApp } from "../support/app.ts";
import { openTestSession } from "../support/members.ts";
import { type Carried, explainAll, followPlans } from "../support/plans.ts";
import { rightAnswer } from "../support/questions.ts";

/**
 * What members ask for every day, and every GET operation there is, in a grown academy, one at a time and many at once: no statement reads a table of more than two thousand rows
 * whole, nor more rows than what it is asked for needs. GROWN_SIZES names other sizes; GROWN_REPORT a file for all statements.
 */
const app = testApp({ LIMITS_FACTOR: "1000", METRICS_TOKEN });
const SIZES = (process.env.GROWN_SIZES ?? "20000").split(",").map(Number);
const AT_ONCE = 16;
/** Rows that a statement may look at; a page with what it is about, of a member who keeps hundreds of each thing. */
const MOST_ROWS = 4_000;

let members: TestMember[];
let admin: TestMember;
beforeAll(async () => {
  members = await Promise.all(Array.from({ length: AT_ONCE }, () => app.member({ degree: "mestre", name: "Otávio Leal" })));
  admin = await app.member({ role: "admin", degree: "mestre" });
}, 60_000);

const ok = async (answer: Promise<Answer>): Promise<unknown> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const row = async (query: ReturnType<typeof sql>): Promise<any> => (await app.services.db.execute(query)).rows[0];
/** A card of one question that no running exam asks, made due whatever was answered before, and a right or a wrong answer to it. */
const dueQuestion = (member: TestMember, right: boolean) =>
  row(sql`
    with card as (
      select c.kind, c.subject, o.id from review_cards c join question_options o on o.question_id = c.subject and o.is_right = ${right}
      where c.user_id = ${member.id} and c.kind = 'question' and c.subject not in (
        select i.question_id from exam_items i join exam_attempts a on a.id = i.attempt_id where a.user_id = ${member.id} and a.finished_at is null)
      order by c.subject limit 1)
    update review_cards c set due = now() - interval '1 day', answered_at = null from card
    where c.user_id = ${member.id} and c.kind = card.kind and c.subject = card.subject returning c.subject, c.reviews, card.id`);
const get = (path: string) => (member: TestMember) => ok(member.get(path));
/** A visitor from a network of their own, as many sign in from one only for some work. */
const stranger = () => app.visitorFrom(`203.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`);

const NOTE = {
  kind: "lesson",
  textId: "m01-l01",
  quote: "Trecho",
  prefix: "",
  suffix: "",
  position: 0,
  colour: "gold",
  body: "A loja",
};

const cookieOf = (id: string) => openTestSession(app.services, id);
/** A request by somebody who was drawn. */
const send: Send = async (reader, method, path, body) => {
  const [bytes, type] = Buffer.isBuffer(body)
    ? [body, "application/octet-stream"]
    : [JSON.stringify(body ?? {}), "application/json"];
  const headers = { cookie: await cookieOf(reader), "content-type": type };
  const answer = await app.visitor.send(path, { method, headers, body: bytes as BodyInit });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text);
};

/** A request, and what is looked up for it beforehand. */
type Request = { prepare: (member: TestMember) => Promise<any>; act: (member: TestMember, ready: any) => Promise<unknown> };
const plain = (act: Request["act"]): Request => ({ prepare: async () => undefined, act });

const REQUESTS: Record<string, Request> = {
  session: plain(get("/api/session")),
  "sign-in": {
    prepare: async (m) => m.email,
    act: (_, email) => ok(stranger().post("/api/account/login", { email, password: PASSWORD })),
  },
  "sign-up": plain(() =>
    ok(
      stranger().post("/api/account/sign-up", {
        fullName: "Membro Novo",
        email: `${crypto.randomUUID()}@academia.test`,
        password: PASSWORD,
      }),
    ),
  ),
  recovery: { prepare: async (m) => m.email, act: (_, email) => ok(app.visitor.post("/api/account/recovery", { email })) },
  dashboard: plain(get("/api/dashboard")),
  modules: plain(get("/api/modules")),
  module: plain(get("/api/modules/9")),
  lesson: plain(get("/api/modules/1/lessons/1")),
  "lesson's text": plain(get("/api/modules/1/lessons/1/text")),
  progress: plain((m) => ok(m.put("/api/modules/1/lessons/1/progress", { position: 0.1, furthest: 1, seconds: 1 }))),
  "lesson's answer": plain((m) =>
    ok(
      m.post("/api/modules/1/lessons/2/answer", { given: rightAnswer(app.services.catalogue().byId.get(1)!.lessons[1]!.check!) }),
    ),
  ),
  exams: plain(get("/api/exams")),
  exam: plain(get("/api/exams/companheiro")),
  "exam answer": {
    prepare: async (m) =>
      row(
        sql`select a.id, i.asked -> 'shown' ->> 0 as given from exam_attempts a join exam_items i on i.attempt_id = a.id and i.place = 7 where a.user_id = ${m.id} and a.finished_at is null`,
      ),
    act: (m, { id, given }) => ok(m.put(`/api/exam-attempts/${id}/items/7/answer`, { given: [given] })),
  },
  "exam flag": {
    prepare: async (m) => row(sql`select id from exam_attempts a where a.user_id = ${m.id} and a.finished_at is null`),
    act: (m, { id }) => ok(m.put(`/api/exam-attempts/${id}/items/7/flag`, { flagged: true })),
  },
  "exam result": {
    prepare: async (m) =>
      row(sql`select id from exam_attempts a where a.user_id = ${m.id} and a.finished_at is not null limit 1`),
    act: (m, { id }) => ok(m.get(`/api/exam-attempts/${id}`)),
  },
  certificates: plain(get("/api/certificates")),
  review: plain(get("/api/review")),
  "review settings": plain(get("/api/review/settings")),
  "review grade": {
    prepare: (m) =>
      row(
        sql`select subject, reviews from review_cards where user_id = ${m.id} and kind = 'term' and due < now() order by due limit 1`,
      ),
    act: (m, { subject, reviews }) => ok(m.post(`/api/review/cards/term/${subject}/grade`, { grade: "easy", seen: reviews })),
  },
  "review answer, wrong": {
    prepare: (m) => dueQuestion(m, false),
    act: (m, { subject, reviews, id }) =>
      ok(m.post(`/api/review/cards/question/${subject}/answer`, { given: [id], seen: reviews })),
  },
  "review answer, right": {
    prepare: (m) => dueQuestion(m, true),
    act: (m, { subject, reviews, id }) =>
      ok(m.post(`/api/review/cards/question/${subject}/answer`, { given: [id], seen: reviews })),
  },
  notes: plain(get("/api/notes")),
  "notes of a text": plain(get("/api/notes/lesson/m01-l01")),
  "note, new": plain((m) => ok(m.post("/api/notes", { ...NOTE, id: crypto.randomUUID() }))),
  "note, changed": {
    prepare: (m) => row(sql`select id, version from notes where user_id = ${m.id} limit 1`),
    act: (m, { id, version }) => ok(m.put(`/api/notes/${id}`, { colour: "blue", body: "Outra.", version })),
  },
  "note, deleted": {
    prepare: (m) => row(sql`select id from notes where user_id = ${m.id} order by id desc limit 1`),
    act: (m, { id }) => ok(m.delete(`/api/notes/${id}`)),
  },
  "bell's count": plain(get("/api/notices/unread")),
  notices: plain(get("/api/notices")),
  "notices, unread": plain(get("/api/notices?show=unread")),
  "notices' preferences": plain(get("/api/notices/preferences")),
  "notice, parts": {
    prepare: (m) => row(sql`select id from notices where user_id = ${m.id} and read_at is null limit 1`),
    act: (m, { id }) => ok(m.get(`/api/notices/${id}/parts`)),
  },
  "notice, read": {
    prepare: (m) => row(sql`select id from notices where user_id = ${m.id} and read_at is null limit 1`),
    act: (m, { id }) => ok(m.put(`/api/notices/${id}/read`)),
  },
  "notices, all read": {
    prepare: (m) => row(sql`select id from notices where user_id = ${m.id} order by created_at limit 1 offset 190`),
    act: (m, { id }) => ok(m.put(`/api/notices/read`, { newest: id })),
  },
  "search field": plain(get("/api/search/brief?q=loja")),
  "search page": plain(get("/api/search?q=loja")),
  "search, misspelled": plain(get("/api/search/brief?q=compagnonage")),
  "search by a visitor": plain(() => ok(app.visitor.get("/api/search/brief?q=loja"))),
  mentors: plain(get("/api/mentoring/mentors")),
  "mentoring summary": plain(get("/api/mentoring/summary")),
  "mentoring sessions": plain(get("/api/mentoring/sessions")),
  "mentoring sessions, of the mentor": plain(get("/api/mentoring/sessions?side=mentor")),
  "mentoring, upcoming": plain(get("/api/mentoring/upcoming")),
  "mentoring session": {
    prepare: (m) => row(sql`select id from mentorship_sessions where mentee_id = ${m.id} or mentor_id = ${m.id} limit 1`),
    act: (m, { id }) => ok(m.get(`/api/mentoring/sessions/${id}`)),
  },
  "mentoring messages": {
    prepare: (m) => row(sql`select id from mentorship_sessions where mentee_id = ${m.id} or mentor_id = ${m.id} limit 1`),
    act: (m, { id }) => ok(m.get(`/api/mentoring/sessions/${id}/messages`)),
  },
  "mentoring message, new": {
    prepare: (m) =>
      row(
        sql`select id from mentorship_sessions where (mentee_id = ${m.id} or mentor_id = ${m.id}) and status = 'accepted' limit 1`,
      ),
    act: (m, { id }) => ok(m.post(`/api/mentoring/sessions/${id}/messages`, { body: "Bom dia", key: crypto.randomUUID() })),
  },
  "library list": plain(get("/api/library/items")),
  "library categories": plain(get("/api/library/categories")),
  "library item": {
    prepare: () => row(sql`select id from library_items limit 1`),
    act: (m, { id }) => ok(m.get(`/api/library/items/${id}`)),
  },
  studies: plain(get("/api/studies")),
  study: plain(get("/api/studies/marca-e-salario")),
  "study position": plain((m) => ok(m.put("/api/studies/marca-e-salario/position", { position: 0.2 }))),
  documents: plain(get("/api/documents")),
  document: plain(get("/api/documents/boston-1769")),
  assessment: plain(get("/api/assessment")),
  "assessment, answered": plain((m) =>
    ok(m.post("/api/assessment", { answers: { q1: "a", q2: "a", q3: "a", q4: "a", q5: "a" } })),
  ),
  announcements: plain(get("/api/announcements")),
  profile: plain(get("/api/account/profile")),
  "profile, changed": plain((m) => ok(m.patch("/api/account/profile", { name: "Otávio Leal", lodge: "Luz, nº 2" }))),
  "reading settings": plain((m) =>
    ok(m.put("/api/account/reading", { theme: "sepia", size: "115", leading: "wide", face: "sans", margins: "wide" })),
  ),
  "own sessions": plain(get("/api/account/sessions")),
  factors: plain(get("/api/account/factors")),
  "degree requests": plain(get("/api/account/degree-requests")),
  export: plain(get("/api/account/export")),
  boards: plain(get("/api/community")),
  topics: plain(get("/api/community/boards/geral/topics")),
  topic: {
    prepare: () =>
      row(sql`select id from community_topics where board_id = 'geral' and hidden_at is null order by md5(id::text) limit 1`),
    act: (m, { id }) => ok(m.get(`/api/community/topics/${id}`)),
  },
  "topic, read": {
    prepare: () =>
      row(sql`select id from community_topics where board_id = 'geral' and hidden_at is null order by md5(id::text) limit 1`),
    act: (m, { id }) => ok(m.put(`/api/community/topics/${id}/read`, { upTo: 2 })),
  },
  "a lesson's talk": plain(get("/api/community/texts/lesson/m01-l01")),
  mentions: plain(get("/api/community/mentions?board=geral&q=joa")),
  post: {
    prepare: () =>
      row(sql`select id from community_topics where board_id = 'geral' and hidden_at is null order by md5(id::text) limit 1`),
    act: (m, { id }) =>
      ok(
        m.post(`/api/community/topics/${id}/posts`, {
          id: crypto.randomUUID(),
          source: "Uma resposta.",
          boardId: "geral",
          quote: null,
        }),
      ),
  },
};
const BY_ADMIN: Record<string, () => Promise<unknown>> = {
  "admin: members": () => ok(admin.post("/api/admin/members/search", {})),
  "admin: members, by name": () => ok(admin.post("/api/admin/members/search", { search: "conceicao" })),
  "admin: audit log": () => ok(admin.post("/api/admin/audit-log/search", {})),
  "admin: candidates": () => ok(admin.post("/api/mentors/candidates/search", {})),
  "admin: newsletter": () => ok(admin.post("/api/newsletter/subscribers/search", {})),
};

const ofAdmin = (path: string) => `GET /api/admin/${path}`;
/** These look at all there is of something by their nature: counts and means over everybody, over a whole Lodge, all that one member has. */
const OF_ALL = [
  ...["admin: members", "admin: newsletter", "export ×16", "export", "GET /api/account/export", "GET /api/account/export/page"],
  ...["summary", "exam-questions", "exam-questions/:questionId", "reports", "weeks", "settings", "admissions"].map(ofAdmin),
  ...["lodges", "lodge-spellings", "announcements", "announcements/recipients", "announcements/:id/returned"].map(ofAdmin),
  ...["readers", "texts/:kind/:id/readers", "questions"].map((path) => `GET /api/authoring/${path}`),
  ...["GET /api/mentors", "GET /api/own-lodge", "GET /api/own-lodge/report", "GET /api/credentials/status"],
];

type Seen = Carried & { size: number; mode: string; request: string };
const seen: Seen[] = [];
const line = ({ size, mode, request, ms, rows, blocks, whole, text }: Seen) =>
  [size, mode, request, `${ms.toFixed(2)} ms`, `${rows} rows`, `${blocks} blocks`, whole.join(), text.slice(0, 150)].join("\t");
afterAll(() => {
  const slowest = Object.values(Object.groupBy(seen, ({ request, text }) => `${request} ${text}`))
    .map((same) => same!.toSorted((a, b) => b.ms - a.ms)[0]!)
    .sort((a, b) => b.ms - a.ms);
  console.log(`slowest statements:\n${slowest.slice(0, 30).map(line).join("\n")}`);
  if (process.env.GROWN_REPORT)
    writeFileSync(process.env.GROWN_REPORT, seen.map((one) => `${line(one)}\t${JSON.stringify(one.plan)}\n`).join(""));
});

let filled = 0;
describe.each(SIZES)("among %d members", (size) => {
  beforeAll(async () => {
    await app.asOwner(
      fillAcademy(
        filled,
        size,
        members.map(({ id }) => id),
      ),
    );
    await app.asOwner(`vacuum analyze ${FILLED.join(", ")}`);
    filled = size;
  }, 1_200_000);

  test.each(["force_custom_plan", "force_generic_plan"] as const)(
    "every statement goes by an index, %s",
    async (mode) => {
      await explainAll(app, mode);
      await vi.waitFor(() => Promise.all(members.map(get("/api/session"))), { timeout: 10_000 });
      const take = followPlans(mode);
      const observe = async (request: string, act: () => Promise<unknown>) => {
        take();
        await act();
        seen.push(...take().map((carried) => ({ ...carried, size, mode, request })));
      };
      const first = seen.length;
      for (const [name, { prepare, act }] of Object.entries(REQUESTS)) {
        for (const some of [members.slice(0, 1), members]) {
          const ready: [TestMember, unknown][] = [];
          for (const member of some) ready.push([member, await prepare(member)]);
          await observe(some.length > 1 ? `${name} ×${some.length}` : name, () =>
            Promise.all(ready.map(([member, what]) => act(member, what))),
          );
        }
      }
      for (const [name, act] of Object.entries(BY_ADMIN)) await observe(name, act);
      for (const route of Object.keys(READS)) {
        const cases = await casesOf(route, app.asOwner, send, { many: 3, seed: mode });
        for (const { reader, path, headers, status } of cases) {
          const cookie = reader && (await cookieOf(reader));
          await observe(route, async () => {
            const answer = await app.visitor.get(path, { ...headers, ...(cookie && { cookie }) });
            expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(status);
          });
        }
      }
      const bad = seen
        .slice(first)
        .filter(({ whole, rows, request }) => (whole.length > 0 || rows > MOST_ROWS) && !OF_ALL.includes(request));
      expect(bad.map(line)).toEqual([]);
    },
    900_000,
  );
});
