import { randomBytes } from "node:crypto";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { recordAccess, recordAudit } from "#app/features/audit/audit.service.ts";
import { readRecords } from "#app/features/courses/records.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, requireAdmin, type Services } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import type { AdminCertificatePage, CertificateCheck, OwnCertificate, OwnCertificates } from "./certificates.answers.ts";
import { CODE_LENGTH, codeFrom, codeOf, nameForms, printableName } from "./certificates.policy.ts";
import type { CertificateInput, CertificateListInput, CheckInput, ReasonInput } from "./certificates.schema.ts";
import { certificates } from "./certificates.table.ts";

export type Certificate = typeof certificates.$inferSelect;

const PAGE_SIZE = 30;
const newest = keyset("descending", [certificates.issuedAt, "timestamptz"], [certificates.id, "uuid"]);

const newCode = () => codeFrom(randomBytes(CODE_LENGTH));

/**
 * Issues the certificate of a degree, in the transaction of the exam that was passed: what was studied until then, with the study time of
 * those lessons. The holder is told. One that is valid already stays the only one.
 */
export async function issueCertificate(
  tx: Db,
  services: Services,
  exam: { userId: string; degree: Degree; rightCount: number; questions: number },
): Promise<void> {
  const { userId, degree, rightCount, questions } = exam;
  const [member] = await tx.select({ name: profiles.name }).from(profiles).where(eq(profiles.id, userId));
  if (!member) return; // deleted meanwhile
  const records = await readRecords(services.db, userId);
  const path = services.catalogue().modules.filter((module) => module.degree === degree);
  const studied = path.flatMap((module) => module.lessons).filter(({ id }) => records.lessons.get(id)?.completed);
  const modules = new Set(studied.map(({ moduleId }) => moduleId)).size;
  const minutes = studied.reduce((sum, { text }) => sum + (text?.minutes ?? 0), 0);
  const [issued] = await tx
    .insert(certificates)
    .values({
      userId,
      code: newCode(),
      degree,
      holderName: printableName(member.name),
      lessons: studied.length,
      modules,
      minutes,
      rightCount,
      questions,
    })
    .onConflictDoNothing()
    .returning({ id: certificates.id });
  if (issued) await services.notify(tx, "certificate-issued", { memberId: userId }, {});
}

const addressOf = (ctx: Pick<Ctx, "env">, code: string) => `${publicAddress(ctx.env)}/certificado/${code}`;

const factsOf = ({ degree, holderName, lessons, modules, minutes, rightCount, questions, issuedAt }: Certificate) => ({
  degree,
  holderName,
  lessons,
  modules,
  minutes,
  rightCount,
  questions,
  issuedAt: issuedAt.toISOString(),
});

const presentOwn = (ctx: Ctx, certificate: Certificate): OwnCertificate => ({
  id: certificate.id,
  code: certificate.code,
  ...factsOf(certificate),
  nameForms: nameForms(requireActor(ctx).name),
  open: certificate.open,
  revokedAt: certificate.revokedAt?.toISOString() ?? null,
  revokedReason: certificate.revokedReason,
  address: addressOf(ctx, certificate.code),
});

/** The member's certificates, newest first, also those that were revoked. */
export async function listOwnCertificates(ctx: Ctx): Promise<OwnCertificates> {
  const actor = requireActor(ctx);
  const rows = await ctx.db
    .select()
    .from(certificates)
    .where(eq(certificates.userId, actor.id))
    .orderBy(desc(certificates.issuedAt));
  return { certificates: rows.map((row) => presentOwn(ctx, row)) };
}

/** The member's own certificate, as it is in force. @throws AppError not_found, certificate_revoked */
export async function ownValidCertificate(ctx: Ctx, id: string): Promise<Certificate & { address: string }> {
  const actor = requireActor(ctx);
  const [row] = await ctx.db
    .select()
    .from(certificates)
    .where(and(eq(certificates.id, id), eq(certificates.userId, actor.id)));
  if (!row) throw new AppError("not_found");
  if (row.revokedAt) throw new AppError("certificate_revoked");
  return { ...row, address: addressOf(ctx, row.code) };
}

/** Changes the form of the name on the sheet, or opens and closes the public page. @throws AppError not_found, certificate_revoked, invalid_input */
export async function changeCertificate(ctx: Ctx, id: string, input: CertificateInput): Promise<OwnCertificate> {
  const { holderName, open } = input;
  await ownValidCertificate(ctx, id);
  if (holderName !== undefined && !nameForms(requireActor(ctx).name).includes(holderName))
    throw new AppError("invalid_input", {
      fields: { holderName: "Escolha uma das formas do seu nome. O nome muda em Minha conta." },
    });
  const change = { ...(holderName !== undefined && { holderName }), ...(open !== undefined && { open }) };
  if (Object.keys(change).length > 0) await ctx.db.update(certificates).set(change).where(eq(certificates.id, id));
  const [row] = await ctx.db.select().from(certificates).where(eq(certificates.id, id));
  return presentOwn(ctx, row!);
}

/**
 * What a code attests, for anybody who has it. Every code costs the same one look-up and gets an answer of the same shape: known, closed, unknown
 * and what is no code at all.
 */
export async function checkCertificate(ctx: Ctx, { code }: CheckInput): Promise<CertificateCheck> {
  const [row] = await ctx.db
    .select()
    .from(certificates)
    .where(eq(certificates.code, codeOf(code)));
  const status = !row ? "unknown" : row.revokedAt ? "revoked" : row.open ? "valid" : "closed";
  return {
    status,
    checkedAt: new Date().toISOString(),
    certificate: row && status === "valid" ? factsOf(row) : null,
    issuedAt: row && status !== "closed" ? row.issuedAt.toISOString() : null,
    revokedAt: row?.revokedAt?.toISOString() ?? null,
  };
}

/** All certificates, newest first, for administrators. @throws AppError forbidden */
export async function listCertificates(ctx: Ctx, { after }: CertificateListInput): Promise<AdminCertificatePage> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "certificates.view");
  const { id, code, degree, holderName, issuedAt, revokedAt, revokedReason } = certificates;
  const rows = await ctx.db
    .select({ id, code, degree, holderName, issuedAt, revokedAt, revokedReason, email: profiles.email, cursor: newest.cursor })
    .from(certificates)
    .innerJoin(profiles, eq(profiles.id, certificates.userId))
    .where(newest.behind(after))
    .orderBy(...newest.orderBy)
    .limit(PAGE_SIZE + 1);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  return {
    certificates: page.map(({ cursor: _, ...row }) => ({
      ...row,
      issuedAt: row.issuedAt.toISOString(),
      revokedAt: row.revokedAt?.toISOString() ?? null,
    })),
    next,
  };
}

/** Takes the validity from a certificate; its holder is told. @throws AppError forbidden, not_found, certificate_revoked */
export async function revokeCertificate(ctx: Ctx, id: string, { reason }: ReasonInput): Promise<{ ok: true }> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const { userId } = await revoke(tx, id, reason);
    const entry = { action: "certificate.revoke", targetType: "certificate", targetId: id } as const;
    await recordAudit(tx, { ...entry, actorId: actor.id, details: { memberId: userId, reason } });
    await ctx.notify(tx, "certificate-revoked", { memberId: userId }, {});
  });
  return { ok: true };
}

/**
 * Issues a certificate again under a new code, with the same content; the former one is revoked for this reason. Its holder is told.
 * @throws AppError forbidden, not_found, certificate_revoked when it was revoked and another one is in force
 */
export async function reissueCertificate(ctx: Ctx, id: string, { reason }: ReasonInput): Promise<{ ok: true }> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const [former] = await tx.select().from(certificates).where(eq(certificates.id, id)).for("update");
    if (!former) throw new AppError("not_found");
    if (!former.revokedAt) await revoke(tx, id, reason);
    const { userId, degree, holderName, lessons, modules, minutes, rightCount, questions, open } = former;
    const content = { userId, degree, holderName, lessons, modules, minutes, rightCount, questions, open };
    const [issued] = await tx
      .insert(certificates)
      .values({ ...content, code: newCode() })
      .onConflictDoNothing()
      .returning({ id: certificates.id });
    if (!issued) throw new AppError("certificate_revoked");
    const entry = { action: "certificate.reissue", targetType: "certificate", targetId: issued.id } as const;
    await recordAudit(tx, { ...entry, actorId: actor.id, details: { memberId: former.userId, reason } });
    await ctx.notify(tx, "certificate-reissued", { memberId: former.userId }, {});
  });
  return { ok: true };
}

async function revoke(tx: Db, id: string, reason: string): Promise<{ userId: string }> {
  const [revoked] = await tx
    .update(certificates)
    .set({ revokedAt: sql`now()`, revokedReason: reason })
    .where(and(eq(certificates.id, id), isNull(certificates.revokedAt)))
    .returning({ userId: certificates.userId });
  if (revoked) return revoked;
  const exists = await tx.$count(certificates, eq(certificates.id, id));
  throw new AppError(exists ? "certificate_revoked" : "not_found");
}
