import { hash, randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { isFirstAdministrator, tellOtherAdministrators } from "#app/features/account/administrators.service.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { plural } from "#app/lib/text.ts";
import { type Actor, type Ctx, requireAdmin, type Services } from "#app/server/context.ts";
import { standingOf } from "#app/server/gate.ts";
import { mayWriteTo } from "#app/server/mail/letter-budget.ts";
import { isWaiting, outboxMails } from "#app/server/mail/mail.table.ts";
import { IN_BRASILIA } from "#app/server/notify/in-brasilia.ts";
import type { InvitationBatch } from "./invitations.answers.ts";
import { type CorrectionInput, INVITATION_DAYS, type InvitationInput } from "./invitations.schema.ts";
import { invitationBatches, invitations } from "./invitations.table.ts";
import { type Candidate, checkLines, readAndCheck } from "./list/check-list.service.ts";
import { readBatch } from "./read-invitations.service.ts";

/** Rows of one statement. */
const CHUNK = 500;

const VALID = sql`now() + make_interval(days => ${INVITATION_DAYS})`;

/** What the database keeps of a link. A plain hash is enough: nobody guesses 256 random bits. */
export const hashOfLink = (token: string): string => hash("sha256", token, "hex");

const newLink = () => {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashOfLink(token) };
};

export const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.withdrawnAt));

type Person = { name: string; email: string; degree: Degree; lodgeId: string | null };

/**
 * Invites one person, who is written to at once.
 * @throws AppError forbidden, invalid_input on the field that is wrong
 */
export async function invite(ctx: Ctx, { name, email, lodge, degree }: InvitationInput): Promise<void> {
  const actor = requireAdmin(ctx);
  const line = { line: 1, name, email, lodge, degree, degreeRead: degree, fault: null };
  const [{ checked, lodgeId }] = (await checkLines(ctx, [line], { lodgeNeeded: false })) as [Candidate];
  if (checked.check !== "ready")
    throw new AppError("invalid_input", { fields: { [checked.column ?? "email"]: checked.message ?? "" } });
  await ctx.db.transaction(async (tx) => {
    const [row] = await insertInvitations(tx, actor, [{ name, email, degree, lodgeId }], null);
    if (!row) throw new AppError("conflict", { message: "Outra pessoa acaba de convidar este endereço." });
    await recordAudit(tx, {
      actorId: actor.id,
      action: "invitation.send",
      targetType: "invitation",
      targetId: row.id,
      details: { count: 1, ...(await tellOfDegreeAbove(ctx, tx, actor, [degree])) },
    });
    await writeInvitation(ctx, tx, row);
  });
}

/**
 * Invites the people of a list whose lines have no fault. They are written to by a task, which goes on when the page is closed.
 * @param ready how many the page announced: a list that means something else by now is not sent unseen
 * @throws AppError forbidden, too_large, invalid_input on `list`, conflict
 */
export async function inviteList(ctx: Ctx, body: ReadableStream<Uint8Array> | null, ready: number): Promise<InvitationBatch> {
  const actor = requireAdmin(ctx);
  const { candidates } = await readAndCheck(ctx, body);
  const people = candidates.flatMap(({ checked: { name, email, check }, degree, lodgeId }) =>
    check === "ready" && degree ? [{ name, email, degree, lodgeId }] : [],
  );
  if (people.length !== ready) {
    const now =
      people.length === 0 ? "nenhuma linha está pronta" : `${plural(people.length, "linha está pronta", "linhas estão prontas")}`;
    throw new AppError("conflict", {
      message: `A lista mudou desde que foi conferida: agora ${now}. Confira de novo antes de enviar.`,
    });
  }
  const batchId = await ctx.db.transaction(async (tx) => {
    const [batch] = await tx
      .insert(invitationBatches)
      .values({ invitedBy: actor.id, total: people.length })
      .returning({ id: invitationBatches.id });
    const total = (await insertInvitations(tx, actor, people, batch!.id)).length;
    if (total === 0)
      throw new AppError("conflict", { message: "Estas pessoas acabam de ser convidadas. Nada foi enviado outra vez." });
    if (total < people.length) await tx.update(invitationBatches).set({ total }).where(eq(invitationBatches.id, batch!.id));
    await recordAudit(tx, {
      actorId: actor.id,
      action: "invitation.send",
      targetType: "invitation",
      targetId: batch!.id,
      details: {
        count: total,
        ...(await tellOfDegreeAbove(
          ctx,
          tx,
          actor,
          people.map(({ degree }) => degree),
        )),
      },
    });
    await ctx.jobs.send(tx, "send-invitations", { batchId: batch!.id });
    return batch!.id;
  });
  return (await readBatch(ctx.db, eq(invitationBatches.id, batchId)))!;
}

/** Only the first administrator gives degrees above their own (`checkLines`); the log marks it, and the others are told. */
async function tellOfDegreeAbove(ctx: Ctx, tx: Db, actor: Actor, degrees: Degree[]): Promise<{ aboveOwn?: true }> {
  if (degrees.every((degree) => coversDegree(actor.degree, degree))) return {};
  await tellOtherAdministrators(ctx, tx, actor.id, "degree-above-own");
  return { aboveOwn: true };
}

/** Writes invitations down; one whose address has an open one already is passed over, and one that has run out is closed before. */
async function insertInvitations(tx: Db, actor: Actor, people: Person[], batchId: string | null) {
  const rows: { id: string; email: string; lodgeId: string | null }[] = [];
  for (let first = 0; first < people.length; first += CHUNK) {
    const chunk = people.slice(first, first + CHUNK);
    await tx
      .update(invitations)
      .set({ withdrawnAt: sql`now()` })
      .where(
        and(
          sql`${invitations.email} = any(${sql.param(chunk.map(({ email }) => email))}::text[])`,
          isOpen,
          sql`${invitations.expiresAt} <= now()`,
        ),
      );
    rows.push(
      ...(await tx
        .insert(invitations)
        .values(
          chunk.map((person) => ({
            ...person,
            batchId,
            invitedBy: actor.id,
            tokenHash: newLink().tokenHash, // of no link that anybody has, until the letter is written
            expiresAt: VALID,
          })),
        )
        .onConflictDoNothing({
          target: invitations.email,
          where: sql`accepted_at is null and withdrawn_at is null`,
        })
        .returning({ id: invitations.id, email: invitations.email, lodgeId: invitations.lodgeId })),
    );
  }
  return rows;
}

/** Gives an invitation a new link and writes it to its address; a former link stops opening. */
export async function writeInvitation(
  { notify }: Pick<Services, "notify">,
  tx: Db,
  { id, email, lodgeId }: { id: string; email: string; lodgeId: string | null },
): Promise<void> {
  const { token, tokenHash } = newLink();
  const [row] = await tx
    .update(invitations)
    .set({ tokenHash, sentAt: sql`now()`, expiresAt: VALID })
    .where(eq(invitations.id, id))
    .returning({ expiresAt: invitations.expiresAt });
  const until = IN_BRASILIA.day(row!.expiresAt.toISOString());
  await notify(tx, "invitation", { address: email }, { token, until, byLodge: lodgeId !== null });
}

/** Letters with links that no longer open are not tried again. */
const dropLetters = (tx: Db, email: string) =>
  tx.delete(outboxMails).where(and(eq(outboxMails.recipient, email), eq(outboxMails.kind, "invitation"), isWaiting));

/** The invitation, locked, while it can still be changed. @throws AppError not_found, conflict */
async function lockOpen(tx: Db, id: string) {
  const [row] = await tx.select().from(invitations).where(eq(invitations.id, id)).for("update");
  if (!row) throw new AppError("not_found");
  if (row.acceptedAt) throw new AppError("conflict", { message: "Este convite já foi aceito." });
  if (row.withdrawnAt) throw new AppError("conflict", { message: "Este convite já foi retirado." });
  return row;
}

/** @throws AppError too_many_tries, in words of its own */
async function takeLetter(ctx: Ctx, email: string): Promise<void> {
  if (await mayWriteTo(ctx.limits, email, "way-in")) return;
  throw new AppError("too_many_tries", { message: "Este endereço já recebeu várias mensagens há pouco. Espere uma hora." });
}

/** Writes the letter again, with a new link that counts from now. @throws AppError forbidden, not_found, conflict, too_many_tries */
export async function resendInvitation(ctx: Ctx, id: string): Promise<void> {
  const actor = requireAdmin(ctx);
  const [found] = await ctx.db.select({ email: invitations.email }).from(invitations).where(eq(invitations.id, id));
  if (!found) throw new AppError("not_found");
  await takeLetter(ctx, found.email);
  await ctx.db.transaction(async (tx) => {
    const row = await lockOpen(tx, id);
    await refuseMember(tx, row.email);
    await refuseAbove(ctx, tx, actor, row.degree);
    await dropLetters(tx, row.email);
    await writeInvitation(ctx, tx, row);
    await audit(tx, actor, "invitation.resend", id);
  });
}

/** Corrects the address, and writes there; the link that went to the former one stops opening. @throws AppError as resendInvitation, invalid_input on `email` */
export async function correctInvitation(ctx: Ctx, id: string, { email }: CorrectionInput): Promise<void> {
  const actor = requireAdmin(ctx);
  await takeLetter(ctx, email);
  await ctx.db.transaction(async (tx) => {
    const row = await lockOpen(tx, id);
    await refuseMember(tx, email);
    await refuseAbove(ctx, tx, actor, row.degree);
    const another = and(eq(invitations.email, email), isOpen, sql`${invitations.id} <> ${id}`);
    if ((await tx.$count(invitations, another)) > 0)
      throw new AppError("invalid_input", { fields: { email: "Este endereço já tem outro convite." } });
    await dropLetters(tx, row.email);
    await tx.update(invitations).set({ email }).where(eq(invitations.id, id));
    await writeInvitation(ctx, tx, { ...row, email });
    await audit(tx, actor, "invitation.correct", id);
  });
}

/** Closes the link at once. @throws AppError forbidden, not_found, conflict when it was accepted or withdrawn already */
export async function withdrawInvitation(ctx: Ctx, id: string): Promise<void> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const row = await lockOpen(tx, id);
    await tx.update(invitations).set({ withdrawnAt: sql`now()` }).where(eq(invitations.id, id));
    await dropLetters(tx, row.email);
    await audit(tx, actor, "invitation.withdraw", id);
  });
}

const audit = (tx: Db, actor: Actor, action: "invitation.resend" | "invitation.correct" | "invitation.withdraw", id: string) =>
  recordAudit(tx, { actorId: actor.id, action, targetType: "invitation", targetId: id });

async function refuseMember(tx: Db, email: string): Promise<void> {
  const { suspendedAt, awaitsConfirmation, awaitsAdmission } = profiles;
  const [account] = await tx
    .select({ suspendedAt, awaitsConfirmation, awaitsAdmission })
    .from(profiles)
    .where(eq(profiles.email, email));
  if (account && standingOf(account) !== "unconfirmed")
    throw new AppError("invalid_input", {
      message: "Este endereço já tem conta.",
      fields: { email: "Este endereço já tem conta." },
    });
}

/** Who sends it again gives the degree, too. */
async function refuseAbove(ctx: Ctx, tx: Db, actor: Actor, degree: Degree): Promise<void> {
  if (coversDegree(actor.degree, degree)) return;
  if (!(await isFirstAdministrator(tx, actor.id)))
    throw new AppError("forbidden", { message: "O grau está acima do seu: quem convida é um administrador que o tem." });
  await tellOtherAdministrators(ctx, tx, actor.id, "degree-above-own");
}

/** What has not been accepted 90 days after it ran out, and lists that were sent so long ago. */
export async function purgeInvitations(db: Db): Promise<void> {
  await db
    .delete(invitations)
    .where(and(isNull(invitations.acceptedAt), sql`${invitations.expiresAt} < now() - interval '90 days'`));
  await db.delete(invitationBatches).where(sql`${invitationBatches.endedAt} < now() - interval '90 days'`);
}
