import { createOutbox, keptWithReason, useOutboxState } from "#app/lib/outbox.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { conversationChanged, sendMessage } from "./messages.queries.ts";
import type { NewMessageInput } from "./messages.schema.ts";

type Written = { mentorshipSessionId: string; input: NewMessageInput };

/** Messages to a mentor or a brother that were written without a connection. */
const outbox = createOutbox<Written, unknown>({
  name: "escrever:",
  place: "browser",
  send: ({ mentorshipSessionId, input }) => sendMessage(mentorshipSessionId, input),
  sent: (_, { mentorshipSessionId }) => void conversationChanged(queryClient, mentorshipSessionId),
  refused: keptWithReason("A mensagem não foi aceita."),
  titleOf: () => "Mensagem da mentoria",
});

/** Keeps a message until it has gone out. The server writes it once. @returns whether the browser could keep it */
export const sendMessageLater = (written: Written): boolean => outbox.sendLater(written.input.key, written);

/** How many messages to this conversation wait for the connection. */
export const useMessagesWaiting = (mentorshipSessionId: string): number =>
  useOutboxState(outbox).waiting.filter(({ message }) => message.mentorshipSessionId === mentorshipSessionId).length;
