import type { Db } from "#app/db/client.ts";

/** A task that a schedule starts is given nothing. */
type Scheduled = Record<string, never>;

/** Every background task by name, and what it is given: JSON, which waits in the queue until the task runs. */
export type JobPayloads = {
  "deliver-mail": { id: string };
  "push-notice": { noticeId: string };
  "tell-of-posts": { postIds: string[] };
  "send-digests": Scheduled;
  "write-weekly-letters": Scheduled;
  "send-announcements": Scheduled;
  "tell-announcement": { announcementId: string };
  "recover-password": { email: string };
  "subscribe-newsletter": { email: string };
  "tell-deciders": Scheduled;
  "purge-refused": Scheduled;
  "send-invitations": { batchId: string };
  "remind-terms": Scheduled;
  "remind-mentoring": Scheduled;
  "remind-reviews": Scheduled;
  "tell-of-week": Scheduled;
  "remind-reading-groups": Scheduled;
  "reset-due-factors": Scheduled;
  "close-exams": Scheduled;
  "publish-due": Scheduled;
  "purge-expired": Scheduled;
  "purge-files": Scheduled;
  "purge-newsletter": Scheduled;
  "purge-contact-messages": Scheduled;
  "back-up-daily": Scheduled;
};

export type Jobs<Payloads = JobPayloads> = {
  /** Queues a task in the caller's transaction: it exists if and only if the transaction commits. It begins at once, or at a moment. */
  send: <Name extends keyof Payloads & string>(db: Db, name: Name, payload: Payloads[Name], startAfter?: Date) => Promise<void>;
};
