import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createApp } from "#app/composition/app.ts";
import { drafts } from "#app/features/authoring/authoring.table.ts";
import { newcomer, openTopic, writer } from "#app/features/community/community.test-support.ts";
import { questionOptions, questions } from "#app/features/courses/courses.table.ts";
import type { QuestionAnalysis } from "#app/features/exam/analysis.answers.ts";
import { administrators } from "#app/server/http/routes.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";

/**
 * To administer opens no degree: an administrator who is Aprendiz reads nothing of Mestre by any list of the administration. Words are planted in
 * each content of a degree, and every route for administrators is called; one that is missing here fails the test.
 */
const app = testApp({ LIMITS_FACTOR: "1000" });

const CANARY = "canariomestre";
const planted = {} as { questionId: string; announcementId: string; boardId: string };

beforeAll(async () => {
  const { db } = app.services;
  const mestre = await writer(app, { role: "admin", degree: "mestre" });
  const pool = (await mestre.get<QuestionAnalysis>("/api/admin/exam-questions?degree=mestre")).body.questions;
  planted.questionId = pool.find(({ document }) => document === null)!.id;
  await db
    .update(questions)
    .set({ prompt: `Pergunta ${CANARY}?` })
    .where(eq(questions.id, planted.questionId));
  await db
    .update(questionOptions)
    .set({ text: `Resposta ${CANARY}` })
    .where(eq(questionOptions.questionId, planted.questionId));
  for (const drawn of [false, true])
    expect((await mestre.put(`/api/admin/exam-questions/${planted.questionId}/draw`, { drawn })).status).toBe(200);
  const announce = async (title: string): Promise<string> =>
    (await mestre.post("/api/admin/announcements", { ...TO_MESTRES, title, source: `Aos irmãos: ${CANARY}.` })).body.id;
  planted.announcementId = await announce(`Aviso ${CANARY}`);
  expect((await mestre.delete(`/api/admin/announcements/${await announce(`Retirado ${CANARY}`)}`)).status).toBe(200);
  const { body } = await mestre.get("/api/community");
  planted.boardId = body.boards.find(({ degree }: { degree: string }) => degree === "mestre").id;
  const topicId = await openTopic(mestre, { board: planted.boardId, title: `Assunto ${CANARY}`, source: `Palavras ${CANARY}.` });
  const topic = (await mestre.get(`/api/community/topics/${topicId}`)).body;
  const reporter = await newcomer(app, { degree: "mestre" });
  const reported = await reporter.post(`/api/community/posts/${topic.posts[0].id}/reports`, { reason: `Diz ${CANARY}.` });
  expect(reported.status).toBe(200);
  await app.runJobs();
  const module = app.services.catalogue().modules.find(({ degree }) => degree === "mestre")!;
  await db.insert(drafts).values({
    ...{ kind: "lesson", subjectId: "canario", degree: "mestre", parentId: String(module.id), state: "review", writers: [] },
    body: { title: `Lição ${CANARY}`, standfirst: `Abertura ${CANARY}`, markdown: `Texto ${CANARY}` },
  });
});

/** What each route for administrators that reads is called with; null where it answers nothing but to a change. */
const READS: Record<string, null | { path?: () => string; json?: unknown }> = {
  "GET /api/admin/summary": {},
  "POST /api/admin/members/search": { json: {} },
  "POST /api/admin/members/list": { json: {} },
  "GET /api/admin/members/choices": {},
  "POST /api/admin/members/export": { json: {} },
  "POST /api/admin/members/batch": null,
  "PUT /api/admin/members/:userId/role": null,
  "PUT /api/admin/members/:userId/degree": null,
  "DELETE /api/admin/members/:userId/sessions": null,
  "POST /api/admin/members/:userId/factors-reset": null,
  "PUT /api/admin/members/:userId/record": null,
  "POST /api/admin/members/:userId/password-link": null,
  "POST /api/admin/members/:userId/confirmation-letter": null,
  "POST /api/admin/members/:userId/suspension": null,
  "DELETE /api/admin/members/:userId/suspension": null,
  "DELETE /api/admin/members/:userId": null,
  "GET /api/admin/degree-requests": {},
  "POST /api/admin/degree-requests/:requestId/approve": null,
  "POST /api/admin/degree-requests/:requestId/refuse": null,
  "GET /api/admin/system": {},
  "POST /api/admin/system/tasks/retry": null,
  "GET /api/admin/authors": {},
  "PUT /api/admin/authors": null,
  "GET /api/admin/announcements": {},
  "GET /api/admin/announcements/recipients": {},
  "POST /api/admin/announcements": null,
  "POST /api/admin/announcements/preview": null,
  "POST /api/admin/announcements/test": null,
  "PUT /api/admin/announcements/:id": {
    path: () => `/api/admin/announcements/${planted.announcementId}`,
    json: { title: "Outro", source: "Outro." },
  },
  "POST /api/admin/announcements/:id/pause": { path: () => `/api/admin/announcements/${planted.announcementId}/pause` },
  "POST /api/admin/announcements/:id/resume": { path: () => `/api/admin/announcements/${planted.announcementId}/resume` },
  "GET /api/admin/announcements/:id/returned": { path: () => `/api/admin/announcements/${planted.announcementId}/returned` },
  "DELETE /api/admin/announcements/:id": { path: () => `/api/admin/announcements/${planted.announcementId}` },
  "POST /api/admin/audit-log/search": { json: {} },
  "POST /api/admin/audit-log/export": { json: {} },
  "GET /api/admin/certificates": {},
  "POST /api/admin/certificates/:certificateId/revoke": null,
  "POST /api/admin/certificates/:certificateId/reissue": null,
  "GET /api/admin/admissions": {},
  "GET /api/admin/settings": {},
  "GET /api/admin/weeks": {},
  "GET /api/admin/letters": {},
  "GET /api/admin/reports": { path: () => "/api/admin/reports?degree=mestre" },
  "PUT /api/admin/settings/:key": null,
  "GET /api/admin/contestations": {},
  "GET /api/admin/members/:userId": null,
  "POST /api/admin/contestations/:contestationId/answer": null,
  "GET /api/admin/lodges": {},
  "GET /api/admin/lodges/options": {},
  "POST /api/admin/lodges": null,
  "GET /api/admin/lodges/:lodgeId": null,
  "PUT /api/admin/lodges/:lodgeId": null,
  "PUT /api/admin/lodges/:lodgeId/active": null,
  "POST /api/admin/lodges/:lodgeId/officers": null,
  "DELETE /api/admin/lodge-officers/:officerId": null,
  "GET /api/admin/lodge-spellings": {},
  "POST /api/admin/lodge-spellings": null,
  "POST /api/admin/lodge-spellings/part": null,
  "POST /api/admin/invitations/search": { json: {} },
  "POST /api/admin/invitations": null,
  "POST /api/admin/invitations/check": null,
  "POST /api/admin/invitations/batches": null,
  "GET /api/admin/invitations/batches/latest": {},
  "POST /api/admin/invitations/batches/:batchId/stop": null,
  "POST /api/admin/invitations/:invitationId/resend": null,
  "PUT /api/admin/invitations/:invitationId/address": null,
  "DELETE /api/admin/invitations/:invitationId": null,
  "GET /api/contact/messages": {},
  "PATCH /api/contact/messages/:id": null,
  "DELETE /api/contact/messages/:id": null,
  "GET /api/admin/exam-questions": { path: () => "/api/admin/exam-questions?degree=mestre" },
  "GET /api/admin/exam-questions/:questionId": { path: () => `/api/admin/exam-questions/${planted.questionId}` },
  "PUT /api/admin/exam-questions/:questionId/draw": {
    path: () => `/api/admin/exam-questions/${planted.questionId}/draw`,
    json: { drawn: true },
  },
  "GET /api/mentors": {},
  "POST /api/mentors/search": { json: {} },
  "POST /api/mentors/candidates/search": { json: {} },
  "POST /api/mentors": null,
  "PATCH /api/mentors/:mentorId": null,
  "PUT /api/mentors/:mentorId": null,
  "DELETE /api/mentors/:mentorId": null,
  "POST /api/library/items": null,
  "PUT /api/library/items/:id": null,
  "DELETE /api/library/items/:id": null,
  "POST /api/library/preview": null,
  "POST /api/library/uploads/:kind": null,
  "POST /api/newsletter/subscribers/search": { json: {} },
  "POST /api/newsletter/subscribers/export": { json: {} },
  "DELETE /api/newsletter/subscribers/:id": null,
  "GET /api/mentoring/states": {},
  "POST /api/community/boards": null,
  "PUT /api/community/boards/:boardId": null,
  "GET /api/community/boards/:boardId/moderators": { path: () => `/api/community/boards/${planted.boardId}/moderators` },
  "POST /api/community/boards/:boardId/moderators/candidates": {
    path: () => `/api/community/boards/${planted.boardId}/moderators/candidates`,
    json: {},
  },
  "PUT /api/community/boards/:boardId/moderators": null,
};

const TO_MESTRES = {
  audience: "degree",
  degree: "mestre",
  lodgeId: null,
  asNotice: true,
  asLetter: true,
  startsAt: null,
  endsAt: null,
};

/** What members call, too, and where administrators are more than a member. */
const SHARED = (): [string, string][] => [
  ["GET", "/api/announcements"],
  ["GET", `/api/announcements/${planted.announcementId}`],
  ["GET", "/api/community"],
  ["GET", "/api/community/moderation"],
  ["GET", `/api/community/boards/${planted.boardId}/topics`],
  ["GET", `/api/search?q=${CANARY}`],
  ["GET", `/api/search/brief?q=${CANARY}`],
  ["GET", "/api/notices"],
  ["GET", "/api/dashboard"],
  ["GET", "/api/library/items"],
  ["GET", "/api/authoring/outline?degree=aprendiz"],
  ["GET", "/api/authoring/outline?degree=mestre"],
  ["GET", "/api/authoring/readers?degree=mestre"],
  ["GET", "/api/authoring/texts/lesson/canario"],
];

async function everythingFor(reader: TestMember): Promise<Map<string, string>> {
  const calls = Object.entries(READS).flatMap(([route, call]) => {
    const [method, path] = route.split(" ") as [string, string];
    return call ? [[route, method, call.path?.() ?? path, call.json] as const] : [];
  });
  for (const [method, path] of SHARED()) calls.push([`${method} ${path}`, method, path, undefined]);
  const answers = new Map<string, string>();
  for (const [route, method, path, json] of calls) {
    const headers = json === undefined ? undefined : { "content-type": "application/json" };
    const response = await reader.send(path, { method, ...(headers && { headers, body: JSON.stringify(json) }) });
    answers.set(route, await response.text());
  }
  return answers;
}

test("every route for administrators is in the list above", () => {
  const mounted = createApp(app.services, async () => true).routes.filter(
    ({ handler, path }) => handler === administrators || path.startsWith("/api/admin/"),
  );
  expect(new Set(mounted.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(Object.keys(READS)));
});

test.each(["aprendiz", "companheiro"] as const)("an administrator who is %s reads nothing of Mestre", async (degree) => {
  const told = await everythingFor(await app.member({ role: "admin", degree }));
  expect([...told].filter(([, body]) => body.includes(CANARY)).map(([route]) => route)).toEqual([]);
});

test("one who is Mestre reads it in the questions, the announcements, the moderation and the log", async () => {
  const mestre = await app.member({ role: "admin", degree: "mestre" });
  const bodies = [
    await mestre.get("/api/admin/exam-questions?degree=mestre"),
    await mestre.get(`/api/admin/exam-questions/${planted.questionId}`),
    await mestre.get("/api/announcements"),
    await mestre.get("/api/admin/announcements"),
    await mestre.get("/api/community/moderation"),
    await mestre.post("/api/admin/audit-log/search", {}),
    await mestre.get("/api/authoring/outline?degree=mestre"),
  ].map(({ body }) => JSON.stringify(body));
  for (const [index, body] of bodies.entries()) expect(body.includes(CANARY), String(index)).toBe(true);
});
