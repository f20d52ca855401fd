import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";

/** How much of one kind waits, and since when. */
const waiting = z.strictObject({
  waiting: count,
  /** Of those, how many have been tried and failed. */
  failing: count,
  oldest: moment.nullable(),
});

export const systemState = z.strictObject({
  /** Sentences for the operator; none when all is well. */
  warnings: z.array(z.string()),
  backup: z.strictObject({
    /** "external": the operator's own database, whose backups are theirs. */
    mode: z.enum(["automatic", "off", "external"]),
    last: moment.nullable(),
    failure: z.strictObject({ count, at: moment, message: z.string() }).nullable(),
    /** Part of the disk that the backups are on that is free, 0 to 1. */
    diskFree: z.number().min(0).max(1),
  }),
  letters: waiting.extend({
    /** Why the oldest that fails does. */
    error: z.string().nullable(),
    /** Written to files of the data folder because there is no mail server; sent to nobody. */
    filed: count,
  }),
  jobs: z.array(waiting.extend({ name: z.string() })),
  /** Part of the data folder's disk that is free, 0 to 1. */
  diskFree: z.number().min(0).max(1),
});
export type SystemState = z.output<typeof systemState>;

export const tasksRetried = z.strictObject({ retried: count });

export const stuckLetters = z.strictObject({
  letters: z.array(
    z.strictObject({
      id: z.uuid(),
      address: z.string(),
      member: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
      kind: z.string(),
      subject: z.string(),
      at: moment,
      /** What the mail server said, or why none was reached. */
      error: z.string(),
      /** The address does not exist, or takes nothing: it is not tried again. */
      gone: z.boolean(),
    }),
  ),
  total: z.int(),
});
export type StuckLetters = z.output<typeof stuckLetters>;
