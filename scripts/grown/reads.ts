import sharp from "sharp";
import { mondayOf } from "#app/features/week/week.policy.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";

/**
 * Every GET operation of the application, with what a grown academy (academy.ts) has for it: who asks, and for which ids. `npm run bench:growth` measures
 * them, `tests/api/grown.long.test.ts` looks at their plans, and a test refuses an operation that is not here.
 */

/** Who has what the operation asks for, by a condition on `profiles p`. */
const READERS = {
  member: "not exists (select from user_roles r where r.user_id = p.id)",
  mestre: "p.degree = 'mestre'",
  mentor: "exists (select from mentors m where m.user_id = p.id)",
  officer: "exists (select from lodge_officers o where o.member_id = p.id and o.lodge_id = p.lodge_id)",
  admin: "exists (select from user_roles r where r.user_id = p.id and r.role = 'admin')",
  author: "exists (select from authors a where a.member_id = p.id)",
} as const;
type Reader = keyof typeof READERS;

/** What answers have of which the path of another request is made. */
type Made = { id: string; number: number; path: string; address: string; coverImageUrl: string; document: { url: string } };
/** Sends a request for a reader: bytes as they are, anything else as JSON. */
export type Send = (reader: string, method: string, path: string, body?: object) => Promise<Made>;

type Row = Record<string, string>;

type Read = {
  /** A visitor where it is null, an ordinary member where nothing is said. */
  by?: Reader | null;
  /** With `:name` where a row has a value; that of the route when nothing is said. */
  path?: string;
  /** SQL of rows with the columns that the path names, and `reader` where it is not any of `by`. */
  rows?: string;
  /** SQL of what has to be there. */
  make?: string;
  /** Makes through the API what has to be there, for the first reader. @returns the path */
  open?: (send: Send, row: Row) => Promise<string>;
  status?: number;
  headers?: Record<string, string>;
};

/** Which the application is given where /metrics is read. */
export const METRICS_TOKEN = "medida".repeat(6);

const LESSON = "m01-l01";
const BODY = `(select jsonb_build_object('title', l.title, 'standfirst', r.standfirst, 'markdown', r.source)
  from lessons l join lesson_revisions r on r.id = l.published_revision_id where l.id = '${LESSON}')`;
const ownSession = (status: string) =>
  `select mentee_id as reader, id as "mentorshipSessionId" from mentorship_sessions where status = '${status}'`;
const ownCertificate = `select user_id as reader, id as "certificateId" from certificates`;

const picture = () =>
  sharp({ create: { width: 300, height: 450, channels: 3, background: "#14213d" } })
    .png()
    .toBuffer();
const pdf = () => Buffer.from("%PDF-1.7\n% livro\n\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n");
const BOOK = {
  ...{
    type: "book",
    category: "História",
    title: "Livro da medida",
    author: "Autor",
    year: "",
    language: "",
    description: "Uma linha.",
  },
  ...{ about: "", publicDomain: false, otherTitles: "", link: "", whereToFind: "", text: "", coverId: null, documentId: null },
};
async function aBook(send: Send, { reader }: Row, kind: "cover" | "document"): Promise<Made> {
  const { id } = await send(reader!, "POST", `/api/library/uploads/${kind}`, kind === "cover" ? await picture() : pdf());
  return send(reader!, "POST", "/api/library/items", { ...BOOK, [`${kind}Id`]: id });
}

async function aGroup(send: Send, { reader }: Row): Promise<string> {
  const texts = [1, 2, 3, 4].map((number) => ({ kind: "lesson", textId: `m01-l0${number}` }));
  const startsOn = mondayOf(isoDayInBrasilia(new Date()));
  const group = { id: crypto.randomUUID(), name: "Grupo da medida", word: "", degree: "aprendiz", startsOn, texts };
  return (await send(reader!, "POST", "/api/reading-groups", group)).id;
}

export const READS: Record<string, Read> = {
  "GET /healthz": { by: null },
  "GET /readyz": { by: null },
  "GET /metrics": { by: null, headers: { authorization: `Bearer ${METRICS_TOKEN}` } },
  "GET /api/openapi.json": { by: null },
  "GET /api/docs": { by: null },
  "GET /api/session": {},
  "GET /api/house": { by: null },

  "GET /api/account/proof": {},
  "GET /api/account/factors": {},
  "GET /api/account/profile": {},
  "GET /api/account/degree-requests": {},
  "GET /api/account/sessions": {},
  "GET /api/account/export": {},
  "GET /api/account/export/page": {},
  "GET /api/admission": {},
  "GET /api/oversight": {},

  "GET /api/dashboard": {},
  "GET /api/week": {},
  "GET /api/assessment": {},
  "GET /api/modules": {},
  "GET /api/modules/:moduleId": { path: "/api/modules/2" },
  "GET /api/modules/:moduleId/lessons/:number": { path: "/api/modules/1/lessons/1" },
  "GET /api/modules/:moduleId/lessons/:number/text": { path: "/api/modules/1/lessons/1/text" },
  "GET /api/offline/lease": { path: "/api/offline/lease?device=6f1c1f6e-8f0b-4c0e-9d57-3d6f0c6d1a11" },
  "GET /api/offline/packages/:kind/:id": { path: "/api/offline/packages/module/1" },
  "GET /api/exams": {},
  "GET /api/exams/:degree": { path: "/api/exams/aprendiz" },
  "GET /api/exam-attempts/:attemptId": {
    rows: `select user_id as reader, id as "attemptId" from exam_attempts where finished_at is not null`,
  },
  "GET /api/review": {},
  "GET /api/review/settings": {},
  "GET /api/certificates": {},
  "GET /api/certificates/:certificateId/pdf": { rows: ownCertificate },
  "GET /api/certificates/:certificateId/badge": { rows: ownCertificate },
  "GET /api/certificates/:certificateId/credential": { rows: ownCertificate },
  "GET /api/credentials/issuer": { by: null },
  "GET /api/credentials/key": { by: null },
  "GET /api/credentials/keys": { by: null },
  "GET /api/credentials/status": { by: null, path: "/api/credentials/status?list=1" },
  "GET /api/notes": {},
  "GET /api/notes/:kind/:textId": { path: `/api/notes/lesson/${LESSON}` },
  "GET /api/studies": {},
  "GET /api/studies/:studyId": { path: "/api/studies/oito-horas-para-um-irmao" },
  "GET /api/plates": {},
  "GET /api/plates/:plate": { path: "/api/plates/I" },
  "GET /api/atlas": {},
  "GET /api/library/open": { by: null },
  "GET /api/dictionary": { by: null },
  "GET /api/dictionary/entries": { by: null },
  "GET /api/dictionary/entry": { by: null, path: "/api/dictionary/entry?slug=acacia" },
  "GET /api/documents": {},
  "GET /api/documents/:documentId": { path: "/api/documents/schaw-1598" },
  "GET /api/ephemerides": { path: "/api/ephemerides?month=11" },
  "GET /api/ephemerides/feed": {},
  "GET /api/ephemerides/calendar.ics": {
    open: async (send, { reader }) => {
      const { pathname, search } = new URL((await send(reader!, "POST", "/api/ephemerides/feed")).address);
      return pathname + search;
    },
  },
  "GET /api/search": { path: "/api/search?q=loja" },
  "GET /api/search/brief": { path: "/api/search/brief?q=loja" },
  "GET /api/library/items": {},
  "GET /api/library/categories": {},
  "GET /api/library/items/:id": { rows: "select id from library_items where degree is null and slug is not null" },
  "GET /api/library/covers/:id": { by: "admin", open: async (send, row) => (await aBook(send, row, "cover")).coverImageUrl },
  "GET /api/library/items/:id/document": {
    by: "admin",
    open: async (send, row) => (await aBook(send, row, "document")).document.url,
  },

  "GET /api/reading-groups": { by: "officer" },
  "GET /api/reading-groups/texts": { by: "officer" },
  "GET /api/reading-groups/:groupId": {
    by: "officer",
    open: async (send, row) => `/api/reading-groups/${await aGroup(send, row)}`,
  },
  "GET /api/reading-groups/:groupId/kit": {
    by: "officer",
    open: async (send, row) => `/api/reading-groups/${await aGroup(send, row)}/kit`,
  },

  "GET /api/notices": {},
  "GET /api/notices/unread": {},
  "GET /api/notices/preferences": {},
  "GET /api/notices/one-click": { by: null, status: 302 },
  "GET /api/notices/:noticeId/parts": { rows: `select user_id as reader, id as "noticeId" from notices where read_at is null` },
  "GET /api/announcements": {},
  "GET /api/announcements/:id": {
    rows: "select id from announcements where audience = 'everyone' and (ends_at is null or ends_at > now())",
  },

  "GET /api/mentoring/mentors": {},
  "GET /api/mentoring/mentors/:userId/hours": { rows: `select user_id as "userId" from mentors where is_active` },
  "GET /api/mentoring/summary": {},
  "GET /api/mentoring/sessions": {},
  "GET /api/mentoring/states": { by: "admin" },
  "GET /api/mentoring/upcoming": {},
  "GET /api/mentoring/agenda": { by: "mentor" },
  "GET /api/mentoring/day": { by: "mentor" },
  "GET /api/mentoring/sessions/:mentorshipSessionId": { rows: ownSession("completed") },
  "GET /api/mentoring/sessions/:mentorshipSessionId/messages": { rows: ownSession("completed") },
  "GET /api/mentoring/sessions/:mentorshipSessionId/sessao.ics": { rows: ownSession("accepted") },
  "GET /api/mentoring/sessions/:mentorshipSessionId/messages/:number/file": {
    rows: ownSession("accepted"),
    open: async (send, { reader, mentorshipSessionId: session }) => {
      const { id: fileId } = await send(reader!, "POST", `/api/mentoring/files?session=${session}`, await picture());
      const message = { body: "", key: crypto.randomUUID(), fileId, fileName: "folha.png" };
      const { number } = await send(reader!, "POST", `/api/mentoring/sessions/${session}/messages`, message);
      return `/api/mentoring/sessions/${session}/messages/${number}/file`;
    },
  },
  "GET /api/mentors": { by: "admin" },

  "GET /api/community": {},
  "GET /api/community/boards/:boardId/topics": { path: "/api/community/boards/geral/topics" },
  "GET /api/community/boards/:boardId/moderators": { by: "admin", path: "/api/community/boards/geral/moderators" },
  "GET /api/community/topics/:topicId": {
    rows: `select id as "topicId" from community_topics where board_id = 'geral' and hidden_at is null`,
  },
  "GET /api/community/topics/:topicId/hiding": {
    rows: `select author_id as reader, id as "topicId" from community_topics where hidden_at is not null and author_id is not null`,
  },
  "GET /api/community/texts/:kind/:textId": { path: `/api/community/texts/lesson/${LESSON}` },
  "GET /api/community/posts/:postId/words": {
    rows: `select author_id as reader, id as "postId" from community_posts where author_id is not null and state = 'visible' and number > 20 and number < 23
      and topic_id in (select id from community_topics where board_id = 'geral' and hidden_at is null)`,
  },
  "GET /api/community/posts/:postId/versions": {
    by: "mestre",
    rows: `select v.post_id as "postId" from community_post_versions v join community_posts p on p.id = v.post_id where p.state = 'visible'`,
  },
  "GET /api/community/drafts/:place": { path: "/api/community/drafts/board:geral" },
  "GET /api/community/mentions": { path: "/api/community/mentions?board=geral&q=joa" },
  "GET /api/community/images/:imageId": {
    rows: "select user_id as reader from community_profiles where rules_accepted_at is not null",
    open: async (send, { reader }) => (await send(reader!, "POST", "/api/community/images?board=geral", await picture())).path,
  },
  "GET /api/community/moderation": { by: "admin" },

  "GET /api/lodges/suggestions": { by: null, path: "/api/lodges/suggestions?q=pedra" },
  "GET /api/own-lodge": { by: "officer" },
  "GET /api/own-lodge/report": { by: "officer" },
  "GET /api/own-lodge/members/:userId": {
    rows: `select o.member_id as reader, p.id as "userId" from lodge_officers o join profiles p on p.lodge_id = o.lodge_id and p.lodge_confirmed_at is not null and not p.awaits_admission
      join profiles own on own.id = o.member_id and own.lodge_id = o.lodge_id`,
  },

  "GET /api/admin/summary": { by: "admin" },
  "GET /api/admin/weeks": { by: "admin" },
  "GET /api/admin/letters": { by: "admin" },
  "GET /api/admin/reports": { by: "admin" },
  "GET /api/admin/system": { by: "admin" },
  "GET /api/admin/settings": { by: "admin" },
  "GET /api/admin/members/choices": { by: "admin" },
  "GET /api/admin/members/:userId": { by: "admin", rows: `select id as "userId" from profiles` },
  "GET /api/admin/admissions": { by: "admin" },
  "GET /api/admin/contestations": { by: "admin" },
  "GET /api/admin/degree-requests": { by: "admin" },
  "GET /api/admin/invitations/batches/latest": { by: "admin" },
  "GET /api/admin/lodges": { by: "admin" },
  "GET /api/admin/lodges/options": { by: "admin" },
  "GET /api/admin/lodges/:lodgeId": { by: "admin", rows: `select id as "lodgeId" from lodges` },
  "GET /api/admin/lodge-spellings": { by: "admin" },
  "GET /api/admin/announcements": { by: "admin" },
  "GET /api/admin/announcements/recipients": { by: "admin" },
  "GET /api/admin/announcements/:id/returned": { by: "admin", rows: "select id from announcements where as_letter" },
  "GET /api/admin/certificates": { by: "admin" },
  "GET /api/admin/exam-questions": { by: "admin", path: "/api/admin/exam-questions?degree=aprendiz" },
  "GET /api/admin/exam-questions/:questionId": {
    by: "admin",
    rows: `select id as "questionId" from questions where use = 'pool' and lesson_id is not null and retired_at is null`,
  },
  "GET /api/admin/authors": { by: "admin" },
  "GET /api/contact/messages": { by: "admin" },
  "GET /api/newsletter/one-click": { by: null, path: "/api/newsletter/one-click?token=nada", status: 302 },

  "GET /api/authoring/outline": { by: "author", path: "/api/authoring/outline?degree=aprendiz" },
  "GET /api/authoring/readers": { by: "author", path: "/api/authoring/readers?degree=aprendiz" },
  "GET /api/authoring/questions": { by: "author", path: `/api/authoring/questions?kind=lesson&id=${LESSON}` },
  "GET /api/authoring/questions/:id/figures": { by: "author", path: `/api/authoring/questions/${LESSON}-q81/figures` },
  "GET /api/pictures/:id": {
    by: "author",
    open: async (send, { reader }) => (await send(reader!, "POST", "/api/authoring/pictures/aprendiz", await picture())).path,
  },
  "GET /api/authoring/texts/:kind/:id": { by: "author", path: `/api/authoring/texts/lesson/${LESSON}` },
  "GET /api/authoring/texts/:kind/:id/readers": {
    by: "author",
    path: `/api/authoring/texts/lesson/${LESSON}/readers`,
    make: `insert into drafts (kind, subject_id, degree, parent_id, body, state, writers) values ('lesson', '${LESSON}', 'aprendiz', '1', ${BODY}, 'review', '[]') on conflict do nothing`,
  },
  "GET /api/authoring/texts/:kind/:id/versions/:number": {
    by: "author",
    path: `/api/authoring/texts/lesson/${LESSON}/versions/1`,
    make: `insert into text_versions (kind, subject_id, number, origin, body, published_at) values ('lesson', '${LESSON}', 1, 'repository', ${BODY}, now()) on conflict do nothing`,
  },
  "GET /api/authoring/texts/:kind/:id/copies/:copyId": {
    by: "author",
    make: `insert into draft_copies (kind, subject_id, body) values ('lesson', '${LESSON}', ${BODY})`,
    rows: `select id as "copyId", kind, subject_id as id from draft_copies where subject_id = '${LESSON}'`,
  },
};

/** Those that are no question with an answer: a stream that stays open. */
export const STREAMS = ["GET /api/events"];

/** A request of an operation; `reader` is a member's id, and nobody's for a visitor. */
export type Case = { reader: string | undefined; path: string; headers: Record<string, string>; status: number };

/**
 * Some requests of an operation: readers and ids that are drawn, the same ones by the same seed.
 * @param query on the owner's connection
 */
export async function casesOf(
  route: string,
  query: (statement: string) => Promise<Row[]>,
  send: Send,
  { many, seed }: { many: number; seed: string },
): Promise<Case[]> {
  const { by = "member", path = route.split(" ")[1]!, rows, make, open, status = 200, headers = {} } = READS[route]!;
  if (make) await query(make);
  const drawn = (statement: string) =>
    query(`select * from (${statement}) each order by md5(each::text || '${seed}') limit ${many}`);
  const full = "email_verified and not awaits_admission and suspended_at is null";
  const whole = rows?.includes("as reader")
    ? `select * from (${rows}) r where reader in (select id from profiles where ${full})`
    : rows;
  const found = whole ? await drawn(whole) : [];
  const readers = by && (await drawn(`select id as reader from profiles p where ${full} and ${READERS[by]}`));
  const count = Math.max(found.length, rows ? 0 : readers ? readers.length : 1);
  const each = Array.from(
    { length: open ? Math.min(1, count) : count },
    (_, at): Row => ({
      ...(readers && readers.length > 0 && readers[at % readers.length]),
      ...found[at],
    }),
  );
  if (each.length === 0) throw new Error(`${route}: nobody has what it asks for`);
  const cases: Case[] = [];
  for (const row of each) {
    const given = open ? await open(send, row) : path.replace(/:(\w+)/g, (_, name: string) => row[name] ?? `:${name}`);
    cases.push({ reader: by ? row.reader : undefined, path: given, headers, status });
  }
  return cases;
}
