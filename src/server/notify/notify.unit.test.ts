import { matchPath } from "react-router";
import { describe, expect, test } from "vitest";
import { type Facts, type Kind, NOTICES } from "#app/composition/notice-kinds.ts";
import { pages } from "#app/pages.ts";
import { renderLetter } from "../mail/letter.ts";
import type { Notice } from "./notice.ts";
import { writeLetter } from "./notify.ts";
import { TOPIC_RULES } from "./topics.ts";

const SITE = "https://academia.example";
const STRANGER = "Joaquim Estranho";
const mentorshipSessionId = "00000000-0000-4000-8000-000000000000";
const move = { mentorshipSessionId, by: "mentor", scheduledDate: "2026-12-04T22:30:00.000Z", durationMinutes: 60 } as const;

/** One example for every kind: the compiler asks for the next one. */
const SAMPLES: Facts = {
  "sign-up-refused": {},
  "password-reset": { token: "abc" },
  "password-changed": {},
  "confirm-address": { token: "abc", code: "123 456" },
  "confirm-new-address": { token: "abc", code: "123 456" },
  "email-changed": { token: "abc" },
  "address-wanted": {},
  "member-suspended": {},
  "suspension-lifted": {},
  "made-administrator": {},
  "administrator-added": { name: STRANGER },
  "degree-above-own": {},
  "new-browser": { device: "Firefox no Windows", at: move.scheduledDate },
  "factor-added": { factor: "passkey" },
  "factor-removed": { factor: "totp" },
  "recovery-codes-renewed": {},
  "recovery-code-used": { left: 9 },
  "factors-reset-requested": { dueAt: move.scheduledDate },
  "factors-reset-cancelled": {},
  "factors-reset": {},
  "admission-accepted": {},
  "admission-refused": {},
  "admissions-wait": { path: "/admin/admissao" },
  "setting-changed": {},
  "author-given": {},
  "text-submitted": { path: "/admin/conteudo/licoes/m01-l01/publicar" },
  "text-returned": { path: "/admin/conteudo/licoes/m01-l01" },
  "text-published": { path: "/admin/conteudo/questoes/m01-l01-q1" },
  "text-not-published": { path: "/admin/conteudo/licoes/m01-l01" },
  "office-given": {},
  "office-ended": {},
  "term-ends": { path: "/conta" },
  "terms-end": {},
  "contestation-made": {},
  "contestation-answered": {},
  "degree-approved": {},
  "degree-refused": {},
  "degree-changed": {},
  "record-corrected": {},
  "exam-open": { degree: "aprendiz" },
  "certificate-issued": {},
  "certificate-revoked": {},
  "certificate-reissued": {},
  "review-due": { cards: 6 },
  "week-path": { monday: "2028-02-28", lesson: "A pedra bruta", document: null, piece: "A régua de 24 polegadas" },
  "reading-week": { groupId: mentorshipSessionId, number: 3 },
  "reading-unread": { groupId: mentorshipSessionId, number: 3 },
  "reading-group-given": { groupId: mentorshipSessionId },
  "mentoring-request": move,
  "mentoring-accept": move,
  "mentoring-decline": move,
  "mentoring-withdraw": move,
  "mentoring-cancel": move,
  "mentoring-complete": move,
  "mentoring-rate": move,
  "mentoring-propose": move,
  "mentoring-agree": move,
  "mentoring-keep": move,
  "mentoring-miss": move,
  "mentoring-object": move,
  "mentoring-expire": { mentorshipSessionId, otherMentors: [STRANGER] },
  "mentoring-expired": { mentorshipSessionId },
  "mentoring-close": { mentorshipSessionId, scheduledDate: move.scheduledDate! },
  "mentoring-soon": { mentorshipSessionId, scheduledDate: move.scheduledDate!, durationMinutes: 60 },
  "mentoring-outcome": { mentorshipSessionId, scheduledDate: move.scheduledDate! },
  "mentoring-paused": { until: "2026-12-27" },
  "mentoring-away": { mentorshipSessionId, until: "2026-12-27" },
  "mentoring-left": { mentorshipSessionId, scheduledDate: null },
  "mentor-paused": {},
  "mentor-removed": {},
  "mentoring-removal": { mentorshipSessionId, scheduledDate: move.scheduledDate, wasAccepted: true },
  "mentoring-reminder": { mentorshipSessionId, days: 5 },
  "mentoring-unanswered": { otherMentors: [STRANGER] },
  "mentoring-deactivated": {},
  "mentoring-message": { mentorshipSessionId, scheduledDate: move.scheduledDate },
  "mentoring-unread": { mentorshipSessionId },
  "community-held": { topicId: mentorshipSessionId, number: 3 },
  "community-hidden": { topicId: mentorshipSessionId, number: 3 },
  "community-shown": { topicId: mentorshipSessionId, number: 3 },
  "community-retitled": { topicId: mentorshipSessionId, number: 1 },
  "community-word": { topicId: mentorshipSessionId, number: 3 },
  "community-report-decided": { topicId: mentorshipSessionId, number: 3, decision: "hidden" },
  "community-waiting": {},
  "community-weekly": { topics: 12, titles: ["A régua de quem trabalha por turno"] },
  announcement: { announcementId: mentorshipSessionId, title: "Recesso de dezembro" },
  "community-reply": { topicId: mentorshipSessionId, number: 12 },
  "community-mention": { topicId: mentorshipSessionId, number: 12 },
  "contact-message": { name: STRANGER, email: "joaquim@visita.example", subject: "S", message: STRANGER, fromMember: false },
  invitation: { token: "abc", until: "10 de dezembro", byLodge: true },
  "invitations-sent": { batchId: mentorshipSessionId, sent: 18, total: 31, stopped: true },
  "newsletter-confirmation": { token: "abc" },
  "newsletter-subscribed": { leaveToken: "abc" },
  "backup-failed": { reason: "no space left on device" },
};

const KINDS = Object.keys(SAMPLES) as Kind[];

const write = <Of extends Kind>(kind: Of, name: string, confirmed: boolean) =>
  writeLetter(SITE, kind, { name, confirmed }, SAMPLES[kind])!;

describe.each(KINDS.filter((kind) => NOTICES[kind].letter))("the letter %s", (kind) => {
  test("is complete, and leads to a page of the site", () => {
    const { letter } = write(kind, "Antônio Prado", true);
    expect(letter.greeting).toBe("Olá, Antônio.");
    expect(letter.paragraphs.length).toBeGreaterThan(0);
    for (const text of [letter.subject, letter.footer, letter.action!.label, ...letter.paragraphs]) {
      expect(text.trim()).not.toBe("");
      expect(text).not.toMatch(/undefined|null|Invalid|NaN/);
    }
    const url = new URL(letter.action!.url);
    expect(url.origin).toBe(SITE);
    expect(pages.some(({ path }) => path !== "*" && matchPath(`/${path}`, url.pathname))).toBe(true);
    const { html, text } = renderLetter(letter);
    expect(text).toContain(letter.action!.url);
    expect(html).toContain(letter.footer);
  });

  test("has a short subject that says nothing about the order", () => {
    const { subject } = write(kind, "Antônio Prado", true).letter;
    expect(subject.length).toBeLessThanOrEqual(60);
    expect(subject).not.toMatch(/ma[çc]on|maçom|irmão|loja|grau|rito|york|aprendiz|companheiro|mestre/i);
  });

  test("names nobody to an address that is not confirmed", () => {
    const { letter, replyTo } = write(kind, "Antônio Prado", false);
    expect(letter.greeting).toBe("Olá.");
    expect(JSON.stringify({ ...letter, replyTo })).not.toMatch(/Antônio|Joaquim|visita\.example/);
  });
});

const SHOWN = {
  count: 3,
  from: "Roberto Azevedo",
  about: "A régua de 24 polegadas",
  day: () => "5 de dezembro",
  dayAndTime: () => "5 de dezembro, às 19:30",
};

describe.each(KINDS.filter((kind) => NOTICES[kind].to === "member" && NOTICES[kind].bell !== false))(
  "under the bell, %s",
  (kind) => {
    const notice = NOTICES[kind] as Notice<Record<string, unknown>>;
    const bell = notice.bell || {};
    const facts: Record<string, unknown> = SAMPLES[kind];
    const kept = Object.fromEntries(Object.entries(facts).filter(([name]) => !bell.letterOnly?.includes(name)));

    test("is one line, which leads to a page of the site", () => {
      const line = bell.line?.(kept, SHOWN) ?? notice.title;
      expect(line.trim()).not.toBe("");
      expect(line).not.toMatch(/undefined|null|Invalid|NaN/);
      expect(notice.link(kept)).toEqual(notice.link(facts));
    });

    test("keeps no secret of a letter, and nobody's name or words", () => {
      expect(JSON.stringify(kept)).not.toMatch(/token|code|@/);
      expect(JSON.stringify(kept)).not.toContain(STRANGER);
    });
  },
);

test("every kind is told somewhere, and every topic has a kind", () => {
  expect(KINDS.filter((kind) => NOTICES[kind].bell === false && !NOTICES[kind].letter)).toEqual([]);
  expect(new Set(KINDS.flatMap((kind) => NOTICES[kind].topic ?? []))).toEqual(new Set(Object.keys(TOPIC_RULES)));
});

test.each([
  ["Antônio Prado", "Olá, Antônio."],
  ["D’Ávila-Souza", "Olá, D’Ávila-Souza."],
  ["  José  ", "Olá, José."],
  ["Ganhe-em:https://evil.example", "Olá."],
  ["evil.example/premio Silva", "Olá."],
  ["www.evil.example", "Olá."],
  ["a@evil.example", "Olá."],
  ["", "Olá."],
])("the name %j is greeted as %j", (name, greeting) => {
  expect(write("password-changed", name, true).letter.greeting).toBe(greeting);
});
