import { useConnected, useSubject } from "#app/lib/live.ts";
import { useMentorshipSessionsChanged } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import { useConversation } from "./messages.queries.ts";

/**
 * Follows a session while its page is open: messages and moves of the other side come as they happen, and after a break of the
 * connection everything after the last known message.
 * @param ready whether the conversation was loaded, which goes on from its last message
 * @returns whether the connection is open; false while it is being restored
 */
export function useMentorshipSessionNews(mentorshipSessionId: string, ready: boolean): boolean {
  const changed = useMentorshipSessionsChanged();
  const { catchUp, reload } = useConversation(mentorshipSessionId);
  useSubject(ready ? `conversation:${mentorshipSessionId}` : undefined, () => void catchUp());
  useSubject(ready ? `mentoring:${mentorshipSessionId}` : undefined, () => {
    void changed(mentorshipSessionId);
    void reload(); // words may have been erased
  });
  return useConnected();
}
