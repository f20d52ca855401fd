import { activeAdministrators } from "#app/features/account/administrators.service.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { findEndingTerms, markAsTold } from "./officers.service.ts";

/** Tells officers whose term ends in thirty days and has no successor, and the administrators, once: a Lodge is never without one silently. */
export const remindTerms: Job<"remind-terms"> = {
  retries: 2,
  cron: "30 11 * * *", // 8:30 in Brasília
  run: async ({ db, notify }) => {
    await db.transaction(async (tx) => {
      const ending = await findEndingTerms(tx).for("update", { skipLocked: true });
      if (ending.length === 0) return;
      for (const { memberId } of ending) await notify(tx, "term-ends", { memberId }, { path: "/conta" });
      for (const { id } of await activeAdministrators(tx)) await notify(tx, "terms-end", { memberId: id }, {});
      await markAsTold(
        tx,
        ending.map(({ id }) => id),
      );
    });
  },
};
