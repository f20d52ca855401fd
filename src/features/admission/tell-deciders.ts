import { and, eq, inArray } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { activeAdministrators } from "#app/features/account/administrators.service.ts";
import { isInTerm } from "#app/features/lodges/answerable.service.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import type { Services } from "#app/server/context.ts";
import { mayBeAdmitted, takesPart } from "#app/server/gate.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { isWaiting } from "./admission.service.ts";
import { admissionRequests } from "./admission.table.ts";

/** Tells those who decide, once a day, that somebody with a confirmed address waits: the administrators, and the officers of the Lodge. */
export const tellDeciders: Job<"tell-deciders"> = {
  retries: 2,
  cron: "0 11 * * *", // 8:00 in Brasília
  run: async (services) => {
    const waiting = await services.db
      .selectDistinct({ lodgeId: profiles.lodgeId })
      .from(admissionRequests)
      .innerJoin(profiles, eq(profiles.id, admissionRequests.userId))
      .where(and(isWaiting, mayBeAdmitted(profiles)));
    if (waiting.length === 0) return;
    const lodgeIds = waiting.flatMap(({ lodgeId }) => (lodgeId ? [lodgeId] : []));
    const administrators = await activeAdministrators(services.db);
    const officers = await findOfficers(services, lodgeIds);
    for (const { id } of administrators) await tell(services, id, "/admin/admissao");
    for (const { id } of officers.filter((one) => !administrators.some((other) => other.id === one.id)))
      await tell(services, id, "/minha-loja");
  },
};

const tell = ({ db, notify }: Services, memberId: string, path: string) =>
  db.transaction((tx) => notify(tx, "admissions-wait", { memberId }, { path }));

async function findOfficers({ db }: Pick<Services, "db">, lodgeIds: string[]): Promise<{ id: string }[]> {
  if (lodgeIds.length === 0) return [];
  return db
    .selectDistinct({ id: lodgeOfficers.memberId })
    .from(lodgeOfficers)
    .innerJoin(lodges, and(eq(lodges.id, lodgeOfficers.lodgeId), lodges.active))
    .innerJoin(profiles, and(eq(profiles.id, lodgeOfficers.memberId), eq(profiles.lodgeId, lodgeOfficers.lodgeId)))
    .where(and(inArray(lodgeOfficers.lodgeId, lodgeIds), isInTerm, takesPart(profiles)));
}
