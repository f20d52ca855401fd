import { hash, randomUUID, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { accountRoutes } from "#app/features/account/account.routes.ts";
import { createActorResolver } from "#app/features/account/actor.service.ts";
import { addressRoutes } from "#app/features/account/address.routes.ts";
import { ownAccountRoutes } from "#app/features/account/own-account.routes.ts";
import { secondFactorRoutes } from "#app/features/account/second-factor/factors.routes.ts";
import { cookieName } from "#app/features/account/session-cookie.ts";
import { adminRoutes } from "#app/features/admin/admin.routes.ts";
import { memberListRoutes } from "#app/features/admin/member-list.routes.ts";
import { admissionRoutes } from "#app/features/admission/admission.routes.ts";
import { announcementsRoutes } from "#app/features/announcements/announcements.routes.ts";
import { assessmentRoutes } from "#app/features/assessment/assessment.routes.ts";
import { atlasRoutes } from "#app/features/atlas/atlas.routes.ts";
import { auditRoutes } from "#app/features/audit/audit.routes.ts";
import { authoringRoutes } from "#app/features/authoring/authoring.routes.ts";
import { PICTURE_LIMIT } from "#app/features/authoring/authoring.schema.ts";
import { certificatesRoutes } from "#app/features/certificates/certificates.routes.ts";
import { boardsRoutes } from "#app/features/community/boards/boards.routes.ts";
import { moderationRoutes } from "#app/features/community/moderation/moderation.routes.ts";
import { postsRoutes } from "#app/features/community/posts/posts.routes.ts";
import { IMAGE_LIMIT, POST_TOO_LONG } from "#app/features/community/posts/posts.schema.ts";
import { communityProfileRoutes } from "#app/features/community/profile/profile.routes.ts";
import { topicsRoutes } from "#app/features/community/topics/topics.routes.ts";
import { contactRoutes } from "#app/features/contact/contact.routes.ts";
import { coursesRoutes } from "#app/features/courses/courses.routes.ts";
import { dashboardRoutes } from "#app/features/dashboard/dashboard.routes.ts";
import { dictionaryRoutes } from "#app/features/dictionary/dictionary.routes.ts";
import { documentsRoutes } from "#app/features/documents/documents.routes.ts";
import { ephemeridesRoutes } from "#app/features/ephemerides/ephemerides.routes.ts";
import { examAnalysisRoutes } from "#app/features/exam/analysis.routes.ts";
import { examRoutes } from "#app/features/exam/exam.routes.ts";
import { invitationsRoutes } from "#app/features/invitations/invitations.routes.ts";
import { LIST_BYTES, LIST_TOO_LARGE } from "#app/features/invitations/list/list.schema.ts";
import { libraryRoutes } from "#app/features/library/library.routes.ts";
import { ITEM_BYTES, UPLOAD_LIMITS } from "#app/features/library/library.schema.ts";
import { lodgesRoutes } from "#app/features/lodges/lodges.routes.ts";
import { hoursRoutes } from "#app/features/mentoring/mentors/hours.routes.ts";
import { mentorsRoutes } from "#app/features/mentoring/mentors/mentors.routes.ts";
import { mentorshipSessionsRoutes } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.routes.ts";
import { messagesRoutes } from "#app/features/mentoring/messages/messages.routes.ts";
import { FILE_LIMIT } from "#app/features/mentoring/messages/messages.schema.ts";
import { newsletterRoutes } from "#app/features/newsletter/newsletter.routes.ts";
import { notesRoutes } from "#app/features/notes/notes.routes.ts";
import { NOTE_TOO_LONG } from "#app/features/notes/notes.schema.ts";
import { noticesRoutes } from "#app/features/notices/notices.routes.ts";
import { offlineRoutes } from "#app/features/offline/offline.routes.ts";
import { oversightRoutes } from "#app/features/oversight/oversight.routes.ts";
import { ownLodgeRoutes } from "#app/features/own-lodge/own-lodge.routes.ts";
import { platesRoutes } from "#app/features/plates/plates.routes.ts";
import { readingGroupsRoutes } from "#app/features/reading-groups/reading-groups.routes.ts";
import { reportRoutes } from "#app/features/reports/reports.routes.ts";
import { reviewRoutes } from "#app/features/review/review.routes.ts";
import { searchRoutes } from "#app/features/search/search.routes.ts";
import { settingsRoutes } from "#app/features/settings/settings.routes.ts";
import { studiesRoutes } from "#app/features/studies/studies.routes.ts";
import { systemRoutes } from "#app/features/system/system.routes.ts";
import { systemState } from "#app/features/system/system.service.ts";
import { weekRoutes } from "#app/features/week/week.routes.ts";
import { AppError, ERRORS, type ErrorCode } from "#app/lib/errors.ts";
import { KEEPING_HEADER } from "#app/lib/keeping.ts";
import { once } from "#app/lib/once.ts";
import { WORK_HEADER } from "#app/lib/proof-of-work.ts";
import type { Services } from "#app/server/context.ts";
import type { ErrorBody } from "#app/server/http/answers.ts";
import { type BodyLimit, limitBodies } from "#app/server/http/body-limits.ts";
import { docsPage } from "#app/server/http/docs-page.ts";
import { encode } from "#app/server/http/encodings.ts";
import { isUnchanged } from "#app/server/http/etag.ts";
import { observeRequest, renderMetrics } from "#app/server/http/metrics.ts";
import { describeApi } from "#app/server/http/openapi.ts";
import { type AppEnv, routeOf, routes, sendEncoded } from "#app/server/http/routes.ts";
import { sameOrigin, securityHeaders, siteOrigin } from "#app/server/http/security.ts";
import { requireStanding } from "#app/server/http/standing.ts";
import { addressOf, networkOf } from "#app/server/network.ts";
import { eventOf, logSecurity } from "#app/server/security-log.ts";

/** API routes that need no session; every other one answers 401 without it. */
export const PUBLIC_ROUTES = new Set([
  "GET /api/session",
  "POST /api/account/login",
  "POST /api/account/passkey",
  "POST /api/account/passkey/options",
  "POST /api/account/second-step",
  "POST /api/account/second-step/passkey",
  "DELETE /api/account/second-step",
  "POST /api/account/sign-up",
  "POST /api/account/logout",
  "POST /api/account/recovery",
  "POST /api/account/address/confirm",
  "POST /api/account/address/claim",
  "POST /api/account/address/undo",
  "POST /api/account/reset",
  "POST /api/invitations/open",
  "POST /api/invitations/accept",
  "POST /api/invitations/join",
  "POST /api/newsletter",
  "POST /api/newsletter/confirm",
  "POST /api/newsletter/unsubscribe",
  "POST /api/newsletter/one-click",
  "GET /api/newsletter/one-click",
  "GET /api/ephemerides/calendar.ics",
  "POST /api/notices/one-click",
  "GET /api/notices/one-click",
  "POST /api/contact",
  "POST /api/certificates/check",
  "GET /api/credentials/issuer",
  "GET /api/credentials/key",
  "GET /api/credentials/keys",
  "GET /api/credentials/status",
  "GET /api/library/open",
  "GET /api/dictionary",
  "GET /api/dictionary/entries",
  "GET /api/dictionary/entry",
  "GET /api/search",
  "GET /api/lodges/suggestions",
  "GET /api/house",
  "GET /api/search/brief",
  "GET /api/openapi.json",
  "GET /api/docs",
]);

/**
 * Routes that change something and may be called from elsewhere: mail programs call them (RFC 8058). They act by a signed token
 * of their own and never by the session, so that another site gains nothing by calling them.
 */
const CROSS_ORIGIN_ROUTES = new Set(["POST /api/newsletter/one-click", "POST /api/notices/one-click"]);

/** Largest body of each mount, and how many seconds sending it may take; the first line that matches counts. */
export const BODY_LIMITS: BodyLimit[] = [
  { path: "/api/library/uploads/cover", ...UPLOAD_LIMITS.cover, seconds: 300 },
  { path: "/api/library/uploads/document", ...UPLOAD_LIMITS.document, seconds: 1_800 },
  { path: "/api/library/*", bytes: ITEM_BYTES, seconds: 120 },
  { path: "/api/notes*", bytes: 96 * 1024, seconds: 30, message: NOTE_TOO_LONG },
  { path: "/api/admin/invitations/check", bytes: LIST_BYTES, seconds: 120, message: LIST_TOO_LARGE },
  { path: "/api/admin/invitations/batches", bytes: LIST_BYTES, seconds: 120, message: LIST_TOO_LARGE },
  { path: "/api/authoring/pictures/*", ...PICTURE_LIMIT, seconds: 300 },
  {
    path: "/api/authoring/*",
    bytes: 256 * 1024,
    seconds: 60,
    message: "O texto é longo demais: uma lição pode ter até 60.000 letras.",
  },
  { path: "/api/community/images", ...IMAGE_LIMIT, seconds: 300 },
  { path: "/api/community/*", bytes: 96 * 1024, seconds: 30, message: POST_TOO_LONG },
  { path: "/api/mentoring/files", ...FILE_LIMIT, seconds: 600 },
  { path: "/api/*", bytes: 64 * 1024, seconds: 30 },
];

/** The one list of API mounts. */
const api = routes()
  .route("/", accountRoutes)
  .route("/", ownAccountRoutes)
  .route("/", addressRoutes)
  .route("/", secondFactorRoutes)
  .route("/", memberListRoutes) // its paths are no ids of members, which those of adminRoutes take
  .route("/", adminRoutes)
  .route("/", systemRoutes)
  .route("/", settingsRoutes)
  .route("/", lodgesRoutes)
  .route("/", ownLodgeRoutes)
  .route("/", reportRoutes)
  .route("/", oversightRoutes)
  .route("/", admissionRoutes)
  .route("/", announcementsRoutes)
  .route("/", assessmentRoutes)
  .route("/", auditRoutes)
  .route("/", authoringRoutes)
  .route("/", certificatesRoutes)
  .route("/", contactRoutes)
  .route("/", coursesRoutes)
  .route("/", dashboardRoutes)
  .route("/", examRoutes)
  .route("/", examAnalysisRoutes)
  .route("/", mentorsRoutes)
  .route("/", hoursRoutes)
  .route("/", mentorshipSessionsRoutes)
  .route("/", messagesRoutes)
  .route("/", libraryRoutes)
  .route("/", invitationsRoutes)
  .route("/", newsletterRoutes)
  .route("/", reviewRoutes)
  .route("/", searchRoutes)
  .route("/", noticesRoutes)
  .route("/", studiesRoutes)
  .route("/", platesRoutes)
  .route("/", weekRoutes)
  .route("/", readingGroupsRoutes)
  .route("/", notesRoutes)
  .route("/", offlineRoutes)
  .route("/", boardsRoutes)
  .route("/", topicsRoutes)
  .route("/", postsRoutes)
  .route("/", moderationRoutes)
  .route("/", communityProfileRoutes)
  .route("/", dictionaryRoutes)
  .route("/", documentsRoutes)
  .route("/", ephemeridesRoutes)
  .route("/", atlasRoutes);

export type Api = typeof api;

/** What the HTTP server knows about a request beyond the standard: the socket's address. */
export type Bindings = { remoteAddress?: string };

/**
 * The application over the services of a process: API, documentation, health and metrics.
 * @param ready whether the database answers
 */
export function createApp(services: Services, ready: () => Promise<boolean>) {
  const { env, log, limits } = services;
  const resolveActor = createActorResolver(services);
  const headers = Object.entries(securityHeaders(env));
  const app = new Hono<AppEnv & { Bindings: Bindings }>();

  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    if (c.req.header("x-forwarded-for") !== undefined) noteProxy(services);
    const ip = clientAddress(env.TRUSTED_PROXY, c.env?.remoteAddress, c.req.header("x-forwarded-for"));
    c.set("ctx", {
      ...services,
      actor: null,
      requestId,
      ip,
      userAgent: c.req.header("user-agent") ?? "",
      cookies: c.req.header("cookie") ?? "",
      work: c.req.header(WORK_HEADER) ?? "",
      isKeeping: c.req.header(KEEPING_HEADER) !== undefined,
      origin: siteOrigin(env, c.req.header("host")),
    });
    await next();
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
    c.res.headers.set("x-request-id", requestId);
    const route = routeOf(c);
    const milliseconds = performance.now() - started;
    observeRequest(c.req.method, route, c.res.status, milliseconds);
    const level = c.res.status >= 500 ? "error" : c.req.method === "GET" && c.res.status < 400 ? "debug" : "info";
    if (log.isLevelEnabled(level)) {
      log[level](
        { requestId, method: c.req.method, route, status: c.res.status, ms: Math.round(milliseconds), user: c.var.ctx.actor?.id },
        "request",
      );
    }
  });

  app.get("/healthz", (c) => c.json({ ok: true }));
  app.get("/readyz", async (c) => ((await ready()) ? c.json({ ok: true }) : c.json({ ok: false }, 503)));
  app.get("/metrics", async (c) => {
    if (!isBearer(c.req.header("authorization"), env.METRICS_TOKEN)) throw new AppError("not_found");
    return c.text(await renderMetrics(await systemState(services).catch(() => undefined)));
  });

  app.use("/api/*", sameOrigin(CROSS_ORIGIN_ROUTES));
  app.use("/api/*", limitBodies(BODY_LIMITS));
  app.use("/api/*", async (c, next) => {
    const actor = await resolveActor(c.req.header("cookie"));
    c.var.ctx.actor = actor;
    const method = c.req.method === "HEAD" ? "GET" : c.req.method;
    const route = `${method} ${c.req.path}`;
    if (!actor && !PUBLIC_ROUTES.has(route)) {
      await limits.take("refusal", networkOf(c.var.ctx.ip));
      throw new AppError("unauthenticated");
    }
    await (actor ? limits.take("request", actor.id) : limits.take("visit", networkOf(c.var.ctx.ip)));
    if (actor && !PUBLIC_ROUTES.has(route)) requireStanding(actor, route);
    await next();
  });

  app.route("/api", api);
  const description = once(async () => {
    const body = Buffer.from(JSON.stringify(await describeApi(api, PUBLIC_ROUTES, cookieName(env, "session"))));
    return { encoded: encode(body), etag: `"${hash("sha256", body, "base64url")}"` };
  });
  app.get("/api/openapi.json", async (c) => {
    const { encoded, etag } = await description();
    c.header("etag", etag);
    c.header("cache-control", "no-cache");
    return isUnchanged(c.req.header("if-none-match"), etag) ? c.body(null, 304) : sendEncoded(c, encoded);
  });
  app.get("/api/docs", (c) => docsPage(c, services));

  app.notFound((c) => c.json(errorBody(new AppError("not_found"), c.var.ctx.requestId), 404));
  app.onError((error, c) => {
    const known = asAppError(error);
    const requestId = c.var.ctx?.requestId ?? "";
    if (UNEXPECTED.has(known.code)) log.error({ err: error, requestId }, known.code);
    const event = eventOf(known, `${c.req.method} ${routeOf(c)}`, c.var.ctx?.actor?.id);
    if (event) logSecurity(c.var.ctx ?? services, event);
    if (known.retryAfterSeconds) c.header("retry-after", String(known.retryAfterSeconds));
    for (const [name, value] of Object.entries(known.headers)) c.header(name, value);
    return c.json(errorBody(known, requestId), ERRORS[known.code][0]);
  });
  return app;
}

/** Compared by hashes, which take the same time for any token. */
const isBearer = (header: string | undefined, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(hash("sha256", header ?? "", "buffer"), hash("sha256", `Bearer ${token}`, "buffer"));

/** What the operator has to know. */
const UNEXPECTED = new Set<ErrorCode>(["internal", "unavailable", "storage_full"]);

const errorBody = (error: AppError, requestId: string): ErrorBody => ({
  code: error.code,
  message: error.message,
  ...(error.fields && { fields: error.fields }),
  requestId,
});

/** What another request took away meanwhile: a row that is referred to, or a lock that two wait for. */
const OVERTAKEN = new Set(["23503", "40001", "40P01"]);

/** PostgreSQL's and the pool's ways of saying that the database is away for now. */
const AWAY = /^(ECONN|EPIPE|57P0|08|connect E)|timeout exceeded when trying to connect|Connection terminated|is not queryable/;

/** PostgreSQL's and the system's ways of saying that the disk is full. */
const FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** PostgreSQL's way of saying that the database takes no writes: while a server that follows another has not taken over, or an operator says so. */
const READ_ONLY = "25006";

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException)
    return new AppError(error.status === 413 ? "too_large" : error.status === 415 ? "unsupported_media_type" : "malformed");
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const { code = "", message = "" } = cause as { code?: string; message?: string };
  if (OVERTAKEN.has(code)) return new AppError("conflict");
  if (FULL.has(code))
    return new AppError("storage_full", {
      message: "Não há espaço em disco para gravar agora. Nada foi mudado. Tente mais tarde ou avise quem cuida do servidor.",
    });
  if (code === READ_ONLY)
    return new AppError("unavailable", {
      message:
        "Por alguns minutos a Academia só pode ser lida. Nada foi mudado. Guarde o que escreveu e tente de novo mais tarde.",
    });
  return new AppError(AWAY.test(code) || AWAY.test(message) ? "unavailable" : "internal");
}

/** Says once that all members count as one address: the operator's proxy is not named, or somebody pretends to be one. */
function noteProxy({ env, log, observed }: Services): void {
  if (env.TRUSTED_PROXY === "none" && !observed.forwarded)
    log.warn(
      "X-Forwarded-For is sent, and TRUSTED_PROXY is none: behind a proxy all visitors count as one. Set TRUSTED_PROXY=one",
    );
  observed.forwarded = true;
}

/** The caller's address; behind a trusted proxy the last one it forwarded, which a client cannot forge. */
function clientAddress(proxy: "none" | "one", socket: string | undefined, forwarded: string | undefined): string {
  const last = proxy === "one" ? addressOf(forwarded?.split(",").at(-1) ?? "") : undefined;
  return last ?? socket ?? "unknown";
}
