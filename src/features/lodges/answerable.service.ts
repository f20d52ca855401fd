import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles, userRoles } from "#app/features/account/account.table.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Actor } from "#app/server/context.ts";
import { takesPart } from "#app/server/gate.ts";
import type { Office } from "./lodges.schema.ts";
import { lodges } from "./lodges.table.ts";
import { lodgeOfficers } from "./officers.table.ts";

/** SQL: the query's `lodge_officers` row is a term that runs now. */
export const isInTerm = sql`(${lodgeOfficers.startsAt} <= now() and ${lodgeOfficers.endsAt} > now())`;

/**
 * In what office somebody answers for a Lodge's members now, asked again in the transaction of what they do: a term may have ended since the
 * request began. Their row is locked, so that a suspension waits or comes first.
 * @param lodgeId null where the member's Lodge is not known, for which only administrators answer
 * @returns the office; null for an administrator
 * @throws AppError forbidden
 */
export async function requireAnswerableNow(tx: Db, actor: Actor, lodgeId: string | null): Promise<Office | null> {
  const [self] = await tx
    .select({ lodgeId: profiles.lodgeId, isAdmin: sql<boolean>`coalesce(${userRoles.role} = 'admin', false)` })
    .from(profiles)
    .leftJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(and(eq(profiles.id, actor.id), takesPart(profiles)))
    .for("share", { of: profiles });
  if (self?.isAdmin && actor.role === "admin") return null;
  if (!self || !actor.office || lodgeId === null || self.lodgeId !== lodgeId)
    throw new AppError("forbidden", { message: "Só um oficial da Loja dele, no cargo, ou um administrador pode fazer isto." });
  const [term] = await tx
    .select({ office: lodgeOfficers.office })
    .from(lodgeOfficers)
    .innerJoin(lodges, and(eq(lodges.id, lodgeOfficers.lodgeId), lodges.active))
    .where(and(eq(lodgeOfficers.memberId, actor.id), eq(lodgeOfficers.lodgeId, lodgeId), isInTerm))
    .limit(1);
  if (!term) throw new AppError("forbidden", { message: "O seu mandato na Loja terminou." });
  return term.office;
}
