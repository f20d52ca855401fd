import { setImmediate } from "node:timers/promises";
import { and, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { isFirstAdministrator } from "#app/features/account/administrators.service.ts";
import { type FoundLodge, findLodges } from "#app/features/lodges/find-lodges.service.ts";
import { lodgeName } from "#app/features/lodges/lodges.schema.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { dayInBrasilia } from "#app/lib/format.ts";
import { alternativesInWords } from "#app/lib/text.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { standingOf } from "#app/server/gate.ts";
import type { CheckedLine, ListCheck } from "../invitations.answers.ts";
import { invitations } from "../invitations.table.ts";
import { LIST_BYTES, LIST_TOO_LARGE, type ListColumn } from "./list.schema.ts";
import type { ReadLine } from "./read-list.ts";
import { readListApart } from "./read-list-apart.ts";

const MONTH = new Intl.DateTimeFormat("pt-BR", { month: "long", year: "numeric", timeZone: "America/Sao_Paulo" });

/** Lines that are judged without a pause. */
const AT_ONCE = 500;

/** A line with what an invitation of it would carry. */
export type Candidate = { checked: CheckedLine; lodgeId: string | null; degree: Degree | null };

/** Looks at a list and says what would become of each line; nothing is done. @throws AppError forbidden, too_large, invalid_input on `list` */
export async function checkList(ctx: Ctx, body: ReadableStream<Uint8Array> | null): Promise<ListCheck> {
  const { delimiter, encoding, ignored, candidates } = await readAndCheck(ctx, body);
  const lines = candidates.map(({ checked }) => checked);
  const of = (check: CheckedLine["check"]) => lines.filter((line) => line.check === check).length;
  return {
    delimiter,
    encoding,
    ignored,
    counts: { ready: of("ready"), wrong: of("wrong"), member: of("member"), invited: of("invited") },
    lines,
  };
}

/** The same for who goes on to invite them. */
export async function readAndCheck(ctx: Ctx, body: ReadableStream<Uint8Array> | null) {
  requireAdmin(ctx);
  const { lines, ...read } = await readListApart(ctx, await collect(body));
  return { ...read, candidates: await checkLines(ctx, lines, { lodgeNeeded: true }) };
}

/** The body's bytes; one that is too large is refused as soon as it is, also where nothing declared its length. */
async function collect(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > LIST_BYTES) throw new AppError("too_large", { message: LIST_TOO_LARGE });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Compares lines with whom the academy knows. Who is there already comes before any other fault of a line, so that an export that is read in
 * again changes nothing.
 */
export async function checkLines(ctx: Ctx, lines: ReadLine[], { lodgeNeeded }: { lodgeNeeded: boolean }): Promise<Candidate[]> {
  const actor = requireAdmin(ctx);
  const emails = lines.map(({ email }) => email);
  const [known, invited, found, mayGiveAny] = await Promise.all([
    findMembers(ctx.db, emails),
    findInvited(ctx.db, emails),
    findLodges(
      ctx.db,
      lines.map(({ lodge }) => lodge),
    ),
    isFirstAdministrator(ctx.db, actor.id),
  ]);
  const candidates: Candidate[] = [];
  for (const line of lines) {
    if (candidates.length % AT_ONCE === 0) await setImmediate(); // others have the loop
    candidates.push(judge(line));
  }
  return candidates;

  function judge({ degreeRead, fault, ...line }: ReadLine): Candidate {
    const matches = found.get(line.lodge) ?? [];
    const lodge = matches.length === 1 ? matches[0]! : null;
    const verdict = (check: CheckedLine["check"], message: string | null, column: ListColumn | null = null): Candidate => ({
      checked: { ...line, lodgeName: lodge && lodgeName(lodge), check, message, column },
      lodgeId: lodge?.id ?? null,
      degree: degreeRead,
    });
    const repeats = fault?.column === "email";
    const member = known.get(line.email);
    if (member && !repeats) return verdict("member", member);
    const open = invited.get(line.email);
    if (open && !repeats) return verdict("invited", open);
    if (fault) return verdict("wrong", fault.message, fault.column);
    const lodgeFault = faultOfLodge(line.lodge, matches, lodgeNeeded);
    if (lodgeFault) return verdict("wrong", lodgeFault, "lodge");
    if (!degreeRead || (!coversDegree(actor.degree, degreeRead) && !mayGiveAny))
      return verdict("wrong", "O grau está acima do seu: quem convida é um administrador que o tem.", "degree");
    return verdict("ready", null);
  }
}

function faultOfLodge(typed: string, matches: FoundLodge[], needed: boolean): string | null {
  if (!typed) return needed ? "Falta a Loja: o número, o nome ou os dois." : null;
  const shown = typed.slice(0, 80);
  if (matches.length === 0)
    return `“${shown}” não é uma Loja em uso na lista. Confira o número e o nome, ou cadastre-a antes em Lojas.`;
  if (matches.length === 1) return null;
  const names = matches.slice(0, 3).map((lodge) => `${lodgeName(lodge)}, ${lodge.city}`);
  return `“${shown}” pode ser ${alternativesInWords(names)}. Escreva o nome e o número.`;
}

/** Of each address that has an account whose owner has shown who they are: what to say of it. Who never confirmed the address may be invited. */
async function findMembers(db: Db, emails: string[]): Promise<Map<string, string>> {
  const { email, createdAt, suspendedAt, awaitsConfirmation, awaitsAdmission } = profiles;
  const rows = await db
    .select({ email, createdAt, suspendedAt, awaitsConfirmation, awaitsAdmission })
    .from(profiles)
    .where(sql`${profiles.email} = any(${sql.param(emails)}::text[])`);
  return new Map(
    rows.flatMap((row): [string, string][] => {
      const standing = standingOf(row);
      if (standing === "unconfirmed") return [];
      if (standing === "waiting") return [[row.email, "Já tem conta e espera em Admissão. Nada será enviado."]];
      const suspended = standing === "suspended" ? " A conta está suspensa." : "";
      return [[row.email, `Já é membro, desde ${MONTH.format(row.createdAt)}.${suspended} Nada será enviado.`]];
    }),
  );
}

/** Of each address that has an invitation which still counts: what to say of it. */
async function findInvited(db: Db, emails: string[]): Promise<Map<string, string>> {
  const { email, expiresAt, sentAt } = invitations;
  const rows = await db
    .select({ email, expiresAt, sentAt })
    .from(invitations)
    .where(
      and(
        sql`${email} = any(${sql.param(emails)}::text[])`,
        isNull(invitations.acceptedAt),
        isNull(invitations.withdrawnAt),
        sql`${expiresAt} > now()`,
      ),
    );
  return new Map(
    rows.map((row) => [
      row.email,
      row.sentAt
        ? `Já foi convidado; o link vale até ${dayInBrasilia(row.expiresAt)}.`
        : "Já está na fila de um envio que não terminou.",
    ]),
  );
}
