import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { sessionQuery } from "#app/features/account/account.queries.ts";
import { useMentorshipSessionsChanged, useMentorshipSessionVersion } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import type { Message } from "./messages.answers.ts";
import { useConversation } from "./messages.queries.ts";

/** A page nobody looks at gives its connection back after this long; browsers have few of them. */
const HIDDEN_MS = 60_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Follows a session while its page is open: messages and moves of the other side come as they happen. After a pause of the
 * connection everything after the last known message follows, so none is lost.
 * @param ready whether the conversation was loaded, which the stream goes on from
 * @returns whether the connection is open; false while it is being restored
 */
export function useMentorshipSessionStream(mentorshipSessionId: string, ready: boolean): boolean {
  const client = useQueryClient();
  const conversation = useConversation(mentorshipSessionId);
  const changed = useMentorshipSessionsChanged();
  const version = useMentorshipSessionVersion(mentorshipSessionId);
  const [connected, setConnected] = useState(true);

  const addressNow = useEffectEvent(() => `/api/mentoring/sessions/${mentorshipSessionId}/stream?after=${conversation.last()}`);
  const onMessage = useEffectEvent((message: Message) => conversation.add(message));
  const onMentorshipSession = useEffectEvent((updatedAt: string) => {
    if (version() === updatedAt) return;
    void changed(mentorshipSessionId);
    void conversation.reload();
  });

  useEffect(() => {
    if (!ready) return;
    let source: EventSource | undefined;
    let pause = FIRST_PAUSE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;

    const close = () => {
      clearTimeout(timer);
      source?.close();
      source = undefined;
    };
    const open = () => {
      close();
      if (over) return;
      const opened = new EventSource(addressNow());
      source = opened;
      opened.onopen = () => {
        pause = FIRST_PAUSE_MS;
        setConnected(true);
      };
      opened.onmessage = ({ data }) => onMessage(JSON.parse(data));
      opened.addEventListener("mentorshipSession", ({ data }) => onMentorshipSession(JSON.parse(data).updatedAt));
      opened.addEventListener("end", () => {
        over = true;
        close();
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey }); // the member's session may have ended
      });
      opened.onerror = () => {
        setConnected(false);
        // While it is CONNECTING the browser tries again by itself; a refusal (too many streams, a restart) ends it.
        if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
        timer = setTimeout(open, pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      };
    };
    const onVisibility = () => {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") timer = setTimeout(close, HIDDEN_MS);
      else if (!source || source.readyState === EventSource.CLOSED) open();
    };
    const onOnline = () => open();

    open();
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("online", onOnline);
    return () => {
      over = true;
      close();
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("online", onOnline);
    };
  }, [ready, client]);

  return connected;
}
