import { and, eq, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { deleteMember } from "#app/features/account/deletion.service.ts";
import { waitsForAdmission } from "#app/server/gate.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { DAYS_AFTER_REFUSAL } from "./admission.schema.ts";
import { admissionRequests } from "./admission.table.ts";

/** Deletes those who were refused long ago and have not asked again. */
export const purgeRefused: Job<"purge-refused"> = {
  retries: 2,
  cron: "37 4 * * *",
  run: async (services) => {
    const old = await services.db
      .select({ id: profiles.id })
      .from(profiles)
      .where(
        and(
          waitsForAdmission(profiles),
          sql`exists (select from ${admissionRequests} r where r.user_id = ${profiles.id}
            and r.status = 'refused' and r.decided_at < now() - make_interval(days => ${DAYS_AFTER_REFUSAL}))`,
          sql`not exists (select from ${admissionRequests} r where r.user_id = ${profiles.id}
            and (r.status = 'pending' or r.decided_at >= now() - make_interval(days => ${DAYS_AFTER_REFUSAL})))`,
        ),
      );
    for (const { id } of old)
      await services.db.transaction(async (tx) => {
        await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id)).for("update"); // who asks again waits, or comes first
        const asksAgain = and(eq(admissionRequests.userId, id), eq(admissionRequests.status, "pending"));
        if ((await tx.$count(admissionRequests, asksAgain)) === 0) await deleteMember(tx, services, id);
      });
  },
};
