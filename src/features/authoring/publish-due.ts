import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import type { TextRef } from "./authoring.schema.ts";
import { drafts, rowsOf } from "./authoring.table.ts";
import { editorPath } from "./authoring-words.ts";
import { type Draft, publish } from "./publication.service.ts";

const isDue = and(eq(drafts.state, "scheduled"), lte(drafts.publishAt, sql`now()`));

/** Another process has published it, or somebody took it off its hour. */
class NoLongerDue extends Error {}

/**
 * Publishes what has reached its hour. Each text once, by whichever process locks its row first. One that can no longer be published, because the
 * lesson was retired meanwhile, say, goes back to its reviewers with the reason.
 */
export const publishDue: Job<"publish-due"> = {
  retries: 2,
  cron: "* * * * *",
  isLong: true,
  run: async (services) => {
    const due = await services.db.select({ kind: drafts.kind, id: drafts.subjectId }).from(drafts).where(isDue);
    for (const ref of due) await publishOne(services, ref);
  },
};

async function publishOne(services: Services, ref: TextRef): Promise<void> {
  const lock = async (tx: Db): Promise<Draft> => {
    const [draft] = await tx
      .select()
      .from(drafts)
      .where(and(rowsOf(drafts, ref), isDue))
      .for("update");
    if (!draft) throw new NoLongerDue();
    return draft;
  };
  try {
    // the decision was made when the hour was given
    await publish(services, { lane: "known", group: "publication" }, ref, lock, async ({ publisherId }) =>
      publisherId === null ? null : { id: publisherId },
    );
  } catch (error) {
    if (error instanceof NoLongerDue || (error instanceof AppError && error.code === "not_found")) return;
    if (!(error instanceof AppError) || !["invalid_input", "conflict"].includes(error.code)) throw error;
    await giveBack(services, ref, Object.values(error.fields ?? {})[0] ?? error.message);
  }
}

async function giveBack({ db, notify }: Services, ref: TextRef, failure: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [draft] = await tx
      .update(drafts)
      .set({ state: "review", publishAt: null, publisherId: null, failure })
      .where(and(rowsOf(drafts, ref), isDue))
      .returning();
    if (draft?.authorId) await notify(tx, "text-not-published", { memberId: draft.authorId }, { path: editorPath(ref) });
  });
}
