/** The outboxes of what a member does: loaded where something waits, whatever page it was done on. */
import "#app/features/community/posts/outbox.ts";
import "#app/features/courses/outboxes.ts";
import "#app/features/mentoring/messages/outbox.ts";
import "#app/features/notes/outbox.ts";
import "#app/features/review/use-outbox.ts";
import "#app/features/studies/outbox.ts";

export { sendWaiting } from "#app/lib/outbox.ts";
