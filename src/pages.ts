import type { ExtractSchema } from "hono/types";
import type { Api } from "./composition/app.ts";
import { termPaths } from "./features/dictionary/dictionary.paths.ts";
import { TERMS_PATH } from "./features/dictionary/dictionary.schema.ts";

/** The API's addresses that are read, without their "/api". */
type Readable = {
  [Address in keyof ExtractSchema<Api>]: "$get" extends keyof ExtractSchema<Api>[Address] ? Address : never;
}[keyof ExtractSchema<Api>];

/**
 * The one list of pages: address, file, layout, and how it is served. `routes.ts` makes the browser's routes of it, the build
 * prerenders the public ones, and the server knows from it which addresses exist.
 */
export type Page = {
  /** React Router pattern, without the leading slash; empty for the home page. */
  path: string;
  /** Component, from src/. */
  file: string;
  /** `public` pages are static HTML; `member` asks for a signed-in member, `admin` for an administrator; */
  access: "public" | "member" | "admin";
  /**
   * What a member's page shows first: asked for with the session, before the scripts have come (src/early/ask-early.ts), and taken by the
   * page's own queries. Parameters have the names that they have in `path`; what names a search is asked for at the address without one.
   */
  data?: (Readable | `${Readable}?${string}`)[];
  /** A public page that calls the API, and so needs the scripts for it; the others stay light. */
  callsApi?: true;
  /** A public pattern whose addresses are all known to the build, which prerenders them; any other address of it is a 404. */
  addresses?: () => string[];
};

export const pages: Page[] = [
  { path: "", file: "features/home/pages/home.tsx", access: "public" },
  { path: "login", file: "features/account/pages/login.tsx", access: "public", callsApi: true },
  { path: "forgot-password", file: "features/account/pages/forgot-password.tsx", access: "public", callsApi: true },
  { path: "reset-password", file: "features/account/pages/reset-password.tsx", access: "public", callsApi: true },
  { path: "confirmar-email", file: "features/account/pages/confirm-address.tsx", access: "public", callsApi: true },
  { path: "convite", file: "features/invitations/pages/redeem.tsx", access: "public", callsApi: true },
  { path: "desfazer-email", file: "features/account/pages/undo-email.tsx", access: "public", callsApi: true },
  { path: "dicionario", file: "features/dictionary/pages/dictionary.tsx", access: "public" },
  { path: "dicionario/:slug", file: "features/dictionary/pages/term.tsx", access: "public", addresses: termPaths },
  { path: "busca", file: "features/search/pages/search.tsx", access: "public", callsApi: true },
  { path: "rito-york", file: "features/york-rite/pages/york-rite.tsx", access: "public" },
  { path: "leitura", file: "features/library/pages/open-reading.tsx", access: "public" },
  { path: "faq", file: "features/institutional/pages/faq.tsx", access: "public" },
  { path: "contato", file: "features/contact/pages/contact.tsx", access: "public", callsApi: true },
  { path: "termos", file: "features/institutional/pages/terms.tsx", access: "public" },
  { path: "acessibilidade", file: "features/institutional/pages/accessibility.tsx", access: "public" },
  { path: "privacidade", file: "features/institutional/pages/privacy.tsx", access: "public", callsApi: true },
  { path: "boletim/confirmar", file: "features/newsletter/pages/confirm.tsx", access: "public", callsApi: true },
  { path: "boletim/sair", file: "features/newsletter/pages/leave.tsx", access: "public", callsApi: true },
  { path: "cartas/sair", file: "features/announcements/pages/leave.tsx", access: "public", callsApi: true },
  { path: "certificado", file: "features/certificates/pages/ask-code.tsx", access: "public" },
  { path: "certificado/:code", file: "features/certificates/pages/check.tsx", access: "public", callsApi: true },
  { path: "avaliacao", file: "features/assessment/pages/assessment.tsx", access: "member", data: ["/assessment"] },
  { path: "dashboard", file: "features/dashboard/pages/dashboard.tsx", access: "member", data: ["/dashboard"] },
  {
    path: "conta",
    file: "features/account/pages/own-account.tsx",
    access: "member",
    data: ["/account/profile", "/account/degree-requests", "/review/settings", "/account/factors", "/account/sessions"],
  },
  { path: "conta/aparelho", file: "features/offline/pages/this-device.tsx", access: "member" },
  { path: "conta/quem-me-ve", file: "features/oversight/pages/who-sees-me.tsx", access: "member", data: ["/oversight"] },
  { path: "minha-loja", file: "features/own-lodge/pages/own-lodge.tsx", access: "member", data: ["/own-lodge"] },
  { path: "minha-loja/irmaos/:userId", file: "features/own-lodge/pages/brother.tsx", access: "member" },
  { path: "minha-loja/relatorio", file: "features/reports/pages/own-report.tsx", access: "member" },
  { path: "esperando", file: "features/admission/pages/waiting.tsx", access: "member", data: ["/admission"] },
  { path: "continuar", file: "features/courses/pages/resume.tsx", access: "member", data: ["/modules", "/exams"] },
  { path: "modulos", file: "features/courses/pages/modules.tsx", access: "member", data: ["/modules", "/exams"] },
  { path: "modulos/:nivel", file: "features/courses/pages/modules-of-level.tsx", access: "member" },
  { path: "modulo/:moduleId", file: "features/courses/pages/module.tsx", access: "member", data: ["/modules/:moduleId"] },
  {
    path: "modulo/:moduleId/licao/:number",
    file: "features/courses/pages/lesson.tsx",
    access: "member",
    data: ["/modules/:moduleId/lessons/:number", "/modules/:moduleId/lessons/:number/text"],
  },
  { path: "exame/:degree", file: "features/exam/pages/exam.tsx", access: "member", data: ["/exams/:degree"] },
  {
    path: "exame/:degree/resultado/:attemptId",
    file: "features/exam/pages/result.tsx",
    access: "member",
    data: ["/exam-attempts/:attemptId"],
  },
  { path: "revisao", file: "features/review/pages/review.tsx", access: "member", data: ["/review"] },
  { path: "estudos", file: "features/studies/pages/studies.tsx", access: "member", data: ["/studies?sort=study"] },
  { path: "estudos/:studyId", file: "features/studies/pages/study.tsx", access: "member", data: ["/studies/:studyId"] },
  { path: "semana", file: "features/week/pages/week.tsx", access: "member", data: ["/week"] },
  { path: "grupos", file: "features/reading-groups/pages/groups.tsx", access: "member", data: ["/reading-groups"] },
  { path: "grupos/novo", file: "features/reading-groups/pages/new-group.tsx", access: "member" },
  {
    path: "grupos/:groupId",
    file: "features/reading-groups/pages/group.tsx",
    access: "member",
    data: ["/reading-groups/:groupId"],
  },
  { path: "grupos/:groupId/mudar", file: "features/reading-groups/pages/change-group.tsx", access: "member" },
  {
    path: "grupos/:groupId/imprimir",
    file: "features/reading-groups/pages/group-kit.tsx",
    access: "member",
    data: ["/reading-groups/:groupId/kit"],
  },
  { path: "pecas", file: "features/studies/pages/pieces.tsx", access: "member", data: ["/studies?sort=piece"] },
  { path: "pecas/:studyId", file: "features/studies/pages/piece.tsx", access: "member", data: ["/studies/:studyId"] },
  { path: "vidas", file: "features/studies/pages/lives.tsx", access: "member", data: ["/studies?sort=life"] },
  { path: "vidas/:studyId", file: "features/studies/pages/life.tsx", access: "member", data: ["/studies/:studyId"] },
  { path: "pranchas", file: "features/plates/pages/plates.tsx", access: "member", data: ["/plates"] },
  { path: "anotacoes", file: "features/notes/pages/notes.tsx", access: "member", data: ["/notes"] },
  { path: "documentos", file: "features/documents/pages/documents.tsx", access: "member", data: ["/documents"] },
  {
    path: "documentos/:documentId",
    file: "features/documents/pages/document.tsx",
    access: "member",
    data: ["/documents/:documentId"],
  },
  { path: "efemerides", file: "features/ephemerides/pages/ephemerides.tsx", access: "member" },
  { path: "mapa", file: "features/atlas/pages/atlas.tsx", access: "member", data: ["/atlas"] },
  { path: "certificados", file: "features/certificates/pages/own-certificates.tsx", access: "member", data: ["/certificates"] },
  {
    path: "notificacoes",
    file: "features/notices/pages/notices.tsx",
    access: "member",
    data: ["/notices?show=all", "/notices/preferences"],
  },
  { path: "avisos", file: "features/announcements/pages/announcements.tsx", access: "member", data: ["/announcements"] },
  {
    path: "mentoria",
    file: "features/mentoring/pages/mentoring.tsx",
    access: "member",
    data: ["/mentoring/summary", "/mentoring/mentors", "/mentoring/upcoming"],
  },
  {
    path: "mentoria/agenda",
    file: "features/mentoring/pages/agenda.tsx",
    access: "member",
    data: ["/mentoring/agenda"],
  },
  {
    path: "mentoria/sessao/:mentorshipSessionId",
    file: "features/mentoring/pages/mentorship-session.tsx",
    access: "member",
    data: ["/mentoring/sessions/:mentorshipSessionId"],
  },
  { path: "comunidade", file: "features/community/pages/community.tsx", access: "member", data: ["/community"] },
  {
    path: "comunidade/sala/:boardId",
    file: "features/community/pages/board.tsx",
    access: "member",
    data: ["/community", "/community/boards/:boardId/topics"],
  },
  { path: "comunidade/novo/:boardId", file: "features/community/pages/new-topic.tsx", access: "member", data: ["/community"] },
  {
    path: "comunidade/assunto/:topicId",
    file: "features/community/pages/topic.tsx",
    access: "member",
    data: ["/community/topics/:topicId"],
  },
  { path: "comunidade/moderacao", file: "features/community/pages/moderation.tsx", access: "member", data: ["/community"] },
  { path: "comunidade/regras", file: "features/community/pages/rules.tsx", access: "member", data: ["/community"] },
  { path: "biblioteca", file: "features/library/pages/library.tsx", access: "member", data: ["/library/items"] },
  { path: "biblioteca/adicionar", file: "features/library/pages/add-item.tsx", access: "admin" },
  { path: "biblioteca/:id", file: "features/library/pages/item.tsx", access: "member", data: ["/library/items/:id"] },
  { path: "biblioteca/:id/editar", file: "features/library/pages/edit-item.tsx", access: "admin" },
  { path: "gestao-mentores", file: "features/mentoring/pages/mentors-admin.tsx", access: "admin" },
  { path: "admin", file: "features/admin/pages/admin.tsx", access: "admin" },
  { path: "admin/membros", file: "features/admin/pages/members.tsx", access: "admin" },
  { path: "admin/convites", file: "features/invitations/pages/invitations.tsx", access: "admin" },
  { path: "admin/admissao", file: "features/admission/pages/admissions.tsx", access: "admin" },
  { path: "admin/membros/:userId", file: "features/admin/pages/member.tsx", access: "admin" },
  { path: "admin/contestacoes", file: "features/oversight/pages/contestations.tsx", access: "admin" },
  { path: "admin/lojas", file: "features/lodges/pages/lodges.tsx", access: "admin" },
  { path: "admin/lojas/:lodgeId", file: "features/lodges/pages/lodge.tsx", access: "admin" },
  { path: "admin/relatorios", file: "features/reports/pages/reports.tsx", access: "admin" },
  { path: "admin/autores", file: "features/authoring/pages/authors.tsx", access: "admin" },
  // for who writes, whether or not they administer; the API says who that is
  { path: "admin/conteudo", file: "features/authoring/pages/outline.tsx", access: "member" },
  { path: "admin/conteudo/licoes/:id", file: "features/authoring/pages/lesson-editor.tsx", access: "member" },
  { path: "admin/conteudo/licoes/:id/questoes", file: "features/authoring/pages/lesson-questions.tsx", access: "member" },
  { path: "admin/conteudo/licoes/:id/publicar", file: "features/authoring/pages/publish-lesson.tsx", access: "member" },
  { path: "admin/conteudo/textos/:kind/:id", file: "features/authoring/pages/shelf-editor.tsx", access: "member" },
  { path: "admin/conteudo/textos/:kind/:id/questoes", file: "features/authoring/pages/shelf-questions.tsx", access: "member" },
  { path: "admin/conteudo/textos/:kind/:id/publicar", file: "features/authoring/pages/publish-shelf.tsx", access: "member" },
  { path: "admin/conteudo/questoes/:id", file: "features/authoring/pages/question-editor.tsx", access: "member" },
  { path: "admin/conteudo/questoes/:id/publicar", file: "features/authoring/pages/publish-question.tsx", access: "member" },
  { path: "admin/cartas", file: "features/announcements/pages/letters.tsx", access: "admin" },
  { path: "admin/pedidos", file: "features/admin/pages/degree-requests.tsx", access: "admin" },
  { path: "admin/questoes", file: "features/exam/pages/questions.tsx", access: "admin" },
  { path: "admin/certificados", file: "features/certificates/pages/all-certificates.tsx", access: "admin" },
  { path: "admin/salas", file: "features/community/pages/boards-admin.tsx", access: "admin" },
  { path: "admin/contato", file: "features/contact/pages/contact-messages.tsx", access: "admin" },
  { path: "admin/boletim", file: "features/newsletter/pages/subscribers.tsx", access: "admin" },
  { path: "admin/correio", file: "features/system/pages/letters.tsx", access: "admin" },
  { path: "admin/registro", file: "features/audit/pages/audit-log.tsx", access: "admin" },
  { path: "admin/sistema", file: "features/system/pages/system.tsx", access: "admin" },
  { path: "admin/configuracoes", file: "features/settings/pages/settings.tsx", access: "admin" },
];

/** Pages that the build renders as they wait for their data, with the measures that they have then. */
const waiting = pages.filter(({ access }) => access !== "public");

/** Where the build keeps what a member's page shows while it waits: at an address of the page itself. */
export const shellAddress = ({ path }: Page): string => `/${path.replaceAll(/:\w+/g, "_")}`;

/** The page whose shell is at this address. */
export const pageOfShell = (address: string): Page | undefined => waiting.find((page) => shellAddress(page) === address);

/** Addresses that the build renders to static HTML. */
export const prerenderedPaths = (): string[] => [
  ...waiting.map(shellAddress),
  ...pages.filter((page) => page.access === "public" && !page.path.includes(":")).map((page) => `/${page.path}`),
  ...pages.flatMap((page) => page.addresses?.() ?? []),
  TERMS_PATH,
  "/404",
];
