import { useEffect, useSyncExternalStore } from "react";
import { ApiError } from "#app/lib/api.ts";
import { draftOf, draftsInBrowser, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { beforeNextTry, isPassing } from "#app/lib/keep-trying.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { toastSuccess } from "#app/ui/toasts.tsx";
import { boardsChanged } from "../boards/boards.queries.ts";
import { putPost, sendTopic, topicChanged, topicOpened } from "../topics/topics.queries.ts";
import type { NewTopicInput } from "../topics/topics.schema.ts";
import { sendPost } from "./posts.queries.ts";
import type { NewPostInput } from "./posts.schema.ts";

type Reply = { topicId: string; input: NewPostInput };
type Topic = { boardId: string; input: NewTopicInput };
type Kept = {
  at: string;
  /** Why the server refused it. */
  refusal?: string;
};
/** What was written without a connection. */
export type WaitingReply = Kept & Reply;
export type WaitingTopic = Kept & Topic;
export type Waiting = WaitingReply | WaitingTopic;

export const isTopic = (each: Waiting): each is WaitingTopic => "boardId" in each;

const PREFIX = "publicar:";
const NONE: Waiting[] = [];

let all: Waiting[] = NONE;
let sending = false;
const listeners = new Set<() => void>();

/** As the browser keeps them, so that they outlive the tab. */
const kept = (): Waiting[] =>
  draftsInBrowser(PREFIX)
    .flatMap((name) => draftOf<Waiting>(name, "browser") ?? [])
    .sort((a, b) => a.at.localeCompare(b.at));

function changed(): void {
  all = kept();
  for (const listener of listeners) listener();
}

function keep(each: Waiting): void {
  keepDraft(PREFIX + each.input.id, each, { place: "browser" });
  changed();
}

/** Whether what was not taken so can wait: nobody was there to take it. Of who writes too much the server has said so, and he is told. */
export const canWait = (error: Error): boolean => isPassing(error) && !(error instanceof ApiError && error.status === 429);

/**
 * Keeps a reply or a new topic until it has gone out. The server writes it once, however often it arrives.
 * @returns whether the browser could keep it
 */
export function sendLater(written: Reply | Topic): boolean {
  keep({ ...written, at: new Date().toISOString() });
  void pump();
  return all.some(({ input }) => input.id === written.input.id);
}

/** Takes back what waits, to write it otherwise or to drop it. */
export function takeBack(id: string): void {
  forgetDraft(PREFIX + id, "browser");
  changed();
}

async function send(next: Waiting): Promise<void> {
  if (isTopic(next)) {
    const { state } = await sendTopic(next.boardId, next.input);
    takeBack(next.input.id);
    if (state === "visible") toastSuccess("Assunto aberto", next.input.title);
    topicOpened(queryClient);
    return;
  }
  const post = await sendPost(next.topicId, next.input);
  takeBack(next.input.id);
  putPost(queryClient, next.topicId, post);
  void topicChanged(queryClient, next.topicId);
  void boardsChanged(queryClient);
}

/** Sends what waits, one after the other, until nothing does; also when its page was left. What the server refuses stays, with the reason. */
async function pump(): Promise<void> {
  if (sending) return;
  sending = true;
  for (let next = nextOne(); next; next = nextOne()) {
    try {
      await send(next);
    } catch (error) {
      if (isPassing(error)) await beforeNextTry();
      else if (error instanceof ApiError && error.code === "unauthenticated")
        break; // goes out after the next login
      else keep({ ...next, refusal: error instanceof ApiError ? error.message : "Não foi possível publicar." });
    }
  }
  sending = false;
}

const nextOne = (): Waiting | undefined => kept().find(({ refusal }) => !refusal);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", changed); // another tab has sent one, or keeps one
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", changed);
  };
}

/** What waits, in all topics and boards; on the way as long as the application is open. */
export function useWaiting(): Waiting[] {
  useEffect(() => {
    changed();
    void pump();
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => all,
    () => NONE,
  );
}
