import { useEffect } from "react";
import { createOutbox, keptWithReason, useOutboxState } from "#app/lib/outbox.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { toastSuccess } from "#app/ui/toasts.tsx";
import { boardsChanged } from "../boards/boards.queries.ts";
import { putPost, sendTopic, topicChanged, topicOpened } from "../topics/topics.queries.ts";
import type { NewTopicInput } from "../topics/topics.schema.ts";
import { sendPost } from "./posts.queries.ts";
import type { NewPostInput } from "./posts.schema.ts";

type Reply = { topicId: string; input: NewPostInput };
type Topic = { boardId: string; input: NewTopicInput };
/** Why the server refused it. */
type Refused = { refusal: string | undefined };
/** What was written without a connection. */
export type WaitingReply = Reply & Refused;
export type WaitingTopic = Topic & Refused;
export type Waiting = WaitingReply | WaitingTopic;

export const isTopic = <ATopic extends Topic>(each: Reply | ATopic): each is ATopic => "boardId" in each;

/** Sends a reply or a topic. @returns what its pages show once it is no longer among what waits */
async function send(written: Reply | Topic): Promise<() => void> {
  if (isTopic(written)) {
    const { state } = await sendTopic(written.boardId, written.input);
    return () => {
      if (state === "visible") toastSuccess("Assunto aberto", written.input.title);
      topicOpened(queryClient);
    };
  }
  const post = await sendPost(written.topicId, written.input);
  return () => {
    putPost(queryClient, written.topicId, post);
    void topicChanged(queryClient, written.topicId);
    void boardsChanged(queryClient);
  };
}

const outbox = createOutbox<Reply | Topic, () => void>({
  name: "publicar:",
  place: "browser",
  send,
  sent: (show) => show(),
  refused: keptWithReason("Não foi possível publicar."),
  titleOf: (written) => (isTopic(written) ? `Assunto “${written.input.title}”` : "Resposta na comunidade"),
});

/**
 * Keeps a reply or a new topic until it has gone out. The server writes it once, however often it arrives.
 * @returns whether the browser could keep it
 */
export const sendLater = (written: Reply | Topic): boolean => outbox.sendLater(written.input.id, written);

/** Takes back what waits, to write it otherwise or to drop it. */
export const takeBack = (id: string): void => outbox.takeBack(id);

/** What waits, in all topics and boards; on the way as long as the application is open. */
export function useWaiting(): Waiting[] {
  useEffect(() => {
    void outbox.start();
  }, []);
  return useOutboxState(outbox).waiting.map(({ message, refusal }) => ({ ...message, refusal }));
}
