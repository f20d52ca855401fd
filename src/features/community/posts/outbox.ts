import { useEffect, useSyncExternalStore } from "react";
import { ApiError } from "#app/lib/api.ts";
import { draftOf, draftsInBrowser, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { beforeNextTry, isPassing } from "#app/lib/keep-trying.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { boardsChanged } from "../boards/boards.queries.ts";
import { putPost, topicChanged } from "../topics/topics.queries.ts";
import { sendPost } from "./posts.queries.ts";
import type { NewPostInput } from "./posts.schema.ts";

/** A reply that was written without a connection. */
export type WaitingReply = {
  topicId: string;
  at: string;
  input: NewPostInput /** Why the server refused it. */;
  refusal?: string;
};

const PREFIX = "resposta:";
const NONE: WaitingReply[] = [];

let replies: WaitingReply[] = NONE;
let sending = false;
const listeners = new Set<() => void>();

/** As the browser keeps them, so that they outlive the tab. */
const kept = (): WaitingReply[] =>
  draftsInBrowser(PREFIX)
    .flatMap((name) => draftOf<WaitingReply>(name, "browser") ?? [])
    .sort((a, b) => a.at.localeCompare(b.at));

function changed(): void {
  replies = kept();
  for (const listener of listeners) listener();
}

function keep(reply: WaitingReply): void {
  keepDraft(PREFIX + reply.input.id, reply, { place: "browser" });
  changed();
}

/**
 * Keeps a reply until it has gone out. The server writes it once, however often it arrives.
 * @returns whether the browser could keep it
 */
export function sendLater(topicId: string, input: NewPostInput): boolean {
  keep({ topicId, input, at: new Date().toISOString() });
  void pump();
  return replies.some((reply) => reply.input.id === input.id);
}

/** Takes a reply back, to write it otherwise or to drop it. */
export function takeBack(id: string): void {
  forgetDraft(PREFIX + id, "browser");
  changed();
}

/** Sends what waits, one after the other, until nothing does; also when its page was left. What the server refuses stays, with the reason. */
async function pump(): Promise<void> {
  if (sending) return;
  sending = true;
  for (let next = nextReply(); next; next = nextReply()) {
    try {
      const post = await sendPost(next.topicId, next.input);
      takeBack(next.input.id);
      putPost(queryClient, next.topicId, post);
      void topicChanged(queryClient, next.topicId);
      void boardsChanged(queryClient);
    } catch (error) {
      if (isPassing(error)) await beforeNextTry();
      else if (error instanceof ApiError && error.code === "unauthenticated")
        break; // goes out after the next login
      else keep({ ...next, refusal: error instanceof ApiError ? error.message : "Não foi possível publicar." });
    }
  }
  sending = false;
}

const nextReply = (): WaitingReply | undefined => kept().find(({ refusal }) => !refusal);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", changed); // another tab has sent one, or keeps one
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", changed);
  };
}

/** The replies that wait, in all topics; on the way as long as the application is open. */
export function useWaitingReplies(): WaitingReply[] {
  useEffect(() => {
    changed();
    void pump();
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => replies,
    () => NONE,
  );
}
