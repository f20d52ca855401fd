import { and, eq, isNull, ne, or } from "drizzle-orm";
import { isPushService } from "#app/features/notices/notices.schema.ts";
import type { Job } from "../jobs/queue.ts";
import { notices, pushSubscriptions } from "./notices.table.ts";

/**
 * Wakes the devices of a member for a notice that they have not read. Each device is marked before it is woken, so that a sender that is killed in
 * the middle, or tries again, wakes none twice. Addresses that the push service no longer knows are removed.
 */
export const pushNotice: Job<"push-notice"> = {
  retries: 3,
  run: async ({ db, push, log }, { noticeId }) => {
    const [notice] = await db
      .select({ userId: notices.userId })
      .from(notices)
      .where(and(eq(notices.id, noticeId), isNull(notices.readAt)));
    if (!notice) return;
    const told = or(isNull(pushSubscriptions.toldNotice), ne(pushSubscriptions.toldNotice, noticeId));
    const waiting = await db
      .select({ id: pushSubscriptions.id, endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, notice.userId), told));
    for (const { id, endpoint } of waiting) {
      const [mine] = await db
        .update(pushSubscriptions)
        .set({ toldNotice: noticeId })
        .where(and(eq(pushSubscriptions.id, id), told))
        .returning({ id: pushSubscriptions.id });
      if (!mine) continue; // another worker has it
      const outcome = isPushService(endpoint)
        ? await push.send(endpoint).catch((error: unknown) => {
            log.warn({ err: error }, "push not delivered");
            return "sent" as const;
          })
        : "gone";
      if (outcome === "gone") await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
    }
  },
};
