import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SEARCH_TOO_LONG } from "#app/lib/search.ts";
import { type Answer, PASSWORD, testApp } from "../support/app.ts";
import { ACCEPTANCE, inHours, makeMove, mentorOf, path, request, startMentorshipSession } from "../support/mentoring.ts";
import { BOOK, ITEMS } from "../support/uploads.ts";

/** What every field may hold, at its limit and just beyond it, as the server judges it. */

const app = testApp({ LIMITS_FACTOR: "1000" });

const text = (length: number): string => "a".repeat(length);
/** An address of a given length, unlike any other. */
const address = (length: number): string => `${randomUUID()}@academia.test`.padStart(length, "a");
/** A password of a given length that keeps to the rules. */
const password = (length: number): string => "Kq7!".padEnd(length, "vW3#mZ9%");
/** The address of a page, of a given length. */
const link = (length: number): string => "https://livros.example/".padEnd(length, "a");
const words = (count: number): string[] => Array.from({ length: count }, (_, index) => `Tema ${index}`);

const DEGREE = { degree: "companheiro", lodge: "Luz, nº 2", receivedOn: "2026-01-10" };

type Change = Record<string, unknown>;

/** Sends a form that is right but for the change. */
const FORMS = {
  login: (change) => app.visitor.post("/api/account/login", { email: address(40), password: "errada", ...change }),
  "sign-up": (change) =>
    app.visitor.post("/api/account/sign-up", { fullName: "Otávio Lins", email: address(50), password: PASSWORD, ...change }),
  recovery: (change) => app.visitor.post("/api/account/recovery", change),
  profile: async (change) => (await app.member()).patch("/api/account/profile", { name: "Otávio Lins", lodge: "", ...change }),
  "password change": async (change) =>
    (await app.member()).put("/api/account/password", { currentPassword: PASSWORD, password: password(20), ...change }),
  "degree request": async (change) => (await app.member()).post("/api/account/degree-requests", { ...DEGREE, ...change }),
  "degree refusal": async (change) => {
    const { body } = await (await app.member()).post("/api/account/degree-requests", DEGREE);
    return (await admin()).post(`/api/admin/degree-requests/${body.id}/refuse`, change);
  },
  mentor: async (change) => {
    const mentor = {
      userId: (await app.member({ degree: "mestre" })).id,
      bio: "Lê com calma.",
      specialties: "Ritual",
      maxMentees: 5,
    };
    return (await admin()).post("/api/mentors", { ...mentor, ...change });
  },
  "mentorship session request": async (change) => request(await app.member(), (await mentorOf(app)).id, change),
  acceptance: async (change) => {
    const { id, mentor } = await startMentorshipSession(app);
    return makeMove(mentor, id, "accept", { ...ACCEPTANCE, scheduledDate: inHours(48), ...change });
  },
  decline: async (change) => {
    const { id, mentor } = await startMentorshipSession(app);
    return makeMove(mentor, id, "decline", change);
  },
  withdrawal: async (change) => {
    const { id, mentee } = await startMentorshipSession(app);
    return makeMove(mentee, id, "withdraw", change);
  },
  cancellation: async (change) => {
    const { id, mentee } = await startMentorshipSession(app, ["accept"]);
    return makeMove(mentee, id, "cancel", change);
  },
  rating: async (change) => {
    const { id, mentee } = await startMentorshipSession(app, ["accept", "complete"]);
    return makeMove(mentee, id, "rate", { rating: 4, ...change });
  },
  "mentoring message": async (change) => {
    const { id, mentee } = await startMentorshipSession(app);
    return mentee.post(path(id, "messages"), { key: randomUUID(), ...change });
  },
  "library item": async (change) => (await admin()).post(ITEMS, { ...BOOK, ...change }),
  contact: (change) => {
    const form = { name: "Joaquim Prado", email: address(40), subject: "Doação", message: "Recebem doações?", elapsedMs: 9_000 };
    return app.visitor.post("/api/contact", { ...form, ...change });
  },
  newsletter: (change) => app.visitor.post("/api/newsletter", change),
} satisfies Record<string, (change: Change) => Promise<Answer>>;

const admin = () => app.member({ role: "admin" });

type Line = [form: keyof typeof FORMS, field: string, message: string, fits: unknown, refused: unknown];

const SHORT_NAME = "Nome deve ter no mínimo 3 caracteres";
const LONG_NAME = "Nome muito longo";
const SHORT_PASSWORD = "Senha deve ter no mínimo 8 caracteres";
const LONG_PASSWORD = "Senha muito longa";
const LONG_EMAIL = "Email muito longo";
const LONG_LODGE = "Nome da loja muito longo";
const UNREAL = "A data está incompleta ou não existe. Confira o dia, o mês";
const MENTEES = "Informe um número inteiro de 1 a 50";
const MINUTES = "Informe de 15 a 480 minutos";
const nextYear = new Date().getFullYear() + 1;
const GRADE = "Escolha de 1 a 5";

const LINES: Line[] = [
  ["login", "email", LONG_EMAIL, address(255), address(256)],
  ["login", "password", "Senha é obrigatória", "a", ""],
  ["login", "password", LONG_PASSWORD, text(100), text(101)],
  ["recovery", "email", LONG_EMAIL, address(255), address(256)],
  ["sign-up", "fullName", SHORT_NAME, text(3), text(2)],
  ["sign-up", "fullName", LONG_NAME, text(100), text(101)],
  ["sign-up", "email", LONG_EMAIL, address(255), address(256)],
  ["sign-up", "password", SHORT_PASSWORD, password(8), password(7)],
  ["sign-up", "password", LONG_PASSWORD, password(100), password(101)],
  ["sign-up", "lodge", LONG_LODGE, text(100), text(101)],
  ["profile", "name", SHORT_NAME, text(3), text(2)],
  ["profile", "name", LONG_NAME, text(100), text(101)],
  ["profile", "lodge", LONG_LODGE, text(100), text(101)],
  ["password change", "password", SHORT_PASSWORD, password(8), password(7)],
  ["password change", "password", LONG_PASSWORD, password(100), password(101)],
  ["password change", "currentPassword", LONG_PASSWORD, PASSWORD, text(101)],
  ["degree request", "lodge", "Informe a Loja", text(1), ""],
  ["degree request", "lodge", LONG_LODGE, text(100), text(101)],
  ["degree request", "receivedOn", `${UNREAL} e o ano.`, "2026-02-28", "2026-02-30"],
  ["degree request", "receivedOn", "Confira o ano da data", "1920-01-01", "1919-12-31"],
  ["degree refusal", "reason", "Escreva o motivo da recusa", text(3), text(2)],
  ["degree refusal", "reason", "O motivo deve ter no máximo 500 caracteres", text(500), text(501)],
  ["mentor", "bio", "Biografia muito longa (até 2.000 caracteres)", text(2000), text(2001)],
  ["mentor", "specialties", "Cada especialidade pode ter até 60 caracteres", text(60), `Ritual, ${text(61)}`],
  ["mentor", "specialties", "Informe até 12 especialidades", words(12), words(13)],
  ["mentor", "maxMentees", MENTEES, 1, 0],
  ["mentor", "maxMentees", MENTEES, 50, 51],
  ["mentorship session request", "title", "Título muito longo (até 120 caracteres)", text(120), text(121)],
  ["mentorship session request", "description", "Descrição muito longa (até 2.000 caracteres)", text(2000), text(2001)],
  ["acceptance", "durationMinutes", MINUTES, 15, 14],
  ["acceptance", "durationMinutes", MINUTES, 480, 481],
  ["acceptance", "place", "Local muito longo (até 300 caracteres)", text(300), text(301)],
  ...(["mentorship session request", "acceptance"] as const).flatMap((form): Line[] => [
    [form, "scheduledDate", `${UNREAL}, o ano e a hora.`, inHours(1), "2027-02-30T10:00"],
    [form, "scheduledDate", `${UNREAL}, o ano e a hora.`, inHours(1), `${nextYear}-02-30T10:00:00Z`],
    [form, "scheduledDate", "Escolha uma data que ainda não passou", inHours(1), inHours(-1)],
    [form, "scheduledDate", "Escolha uma data nos próximos dois anos", inHours(24 * 731), inHours(24 * 733)],
  ]),
  ...(["decline", "withdrawal", "cancellation"] as const).flatMap((form): Line[] => [
    [form, "reason", "Escreva o motivo", text(3), text(2)],
    [form, "reason", "Motivo muito longo (até 500 caracteres)", text(500), text(501)],
  ]),
  ["rating", "rating", GRADE, 1, 0],
  ["rating", "rating", GRADE, 5, 6],
  ["rating", "comment", "Comentário muito longo (até 1.000 caracteres)", text(1000), text(1001)],
  ["mentoring message", "body", "Mensagem muito longa (até 4.000 caracteres)", text(4000), text(4001)],
  ["library item", "title", "Título muito longo", text(200), text(201)],
  ["library item", "author", "Nome do autor muito longo", text(150), text(151)],
  ["library item", "year", "Ano muito longo", text(40), text(41)],
  ["library item", "language", "Idioma muito longo", text(40), text(41)],
  ["library item", "category", "Nome da categoria muito longo", text(60), text(61)],
  ["library item", "description", "Descrição muito longa (até 400 caracteres)", text(400), text(401)],
  ["library item", "about", "Texto muito longo (até 3.000 caracteres)", text(3000), text(3001)],
  ["library item", "link", "Endereço muito longo", link(1000), link(1001)],
  ["library item", "text", "Texto muito longo (até 100.000 caracteres)", text(100_000), text(100_001)],
  ["contact", "name", LONG_NAME, text(100), text(101)],
  ["contact", "email", LONG_EMAIL, address(255), address(256)],
  ["contact", "subject", "Assunto muito longo", text(120), text(121)],
  ["contact", "message", "Mensagem muito longa", text(4000), text(4001)],
  ["newsletter", "email", LONG_EMAIL, address(255), address(256)],
];

test.each(LINES)("%s, %s: “%s” is said just beyond the limit, and not at it", async (form, field, message, fits, refused) => {
  const send: (change: Change) => Promise<Answer> = FORMS[form];
  const { status, body } = await send({ [field]: fits });
  expect(status, JSON.stringify(body)).toBe(form === "login" ? 401 : 200); // nobody has that address or password
  expect(await send({ [field]: refused })).toMatchObject({
    status: 422,
    body: { code: "invalid_input", fields: { [field]: message } },
  });
});

test.each([
  ["/api/admin/members/search", "search"],
  ["/api/mentors/candidates/search", "q"],
  ["/api/community/boards/geral/moderators/candidates", "q"],
  ["/api/newsletter/subscribers/search", "search"],
])("%s refuses ten thousand characters in words", async (search, field) => {
  expect(await (await admin()).post(search, { [field]: "pedra ".repeat(1_700) })).toMatchObject({
    status: 422,
    body: { code: "invalid_input", fields: { [field]: SEARCH_TOO_LONG } },
  });
});
