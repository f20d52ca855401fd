import type { MenuAction } from "#app/ui/action-menu.tsx";
import type { Post } from "../posts/posts.answers.ts";
import type { TopicHead } from "../topics/topics.answers.ts";

/** A question that a moderator answers before they act. */
export type ModeratorDialog =
  | { kind: "hide-post" | "word" | "split"; post: Post }
  | { kind: "hide-topic" | "move-topic" | "retitle" };

/** What is said when a topic was switched. */
export const SWITCHED = {
  lock: "Assunto fechado a novas respostas",
  unlock: "Assunto reaberto a respostas",
  pin: "Assunto fixado no alto da sala",
  unpin: "Assunto solto do alto da sala",
  show: "Assunto à vista de novo",
};

/** What a moderator can do with a post. */
export function postActions(post: Post, show: () => void, open: (dialog: ModeratorDialog) => void): MenuAction[] {
  if (post.state === "deleted" || post.state === "masked") return [];
  return [
    post.state === "visible"
      ? { label: "Ocultar a mensagem", onSelect: () => open({ kind: "hide-post", post }), danger: true }
      : { label: "Mostrar a mensagem", onSelect: show },
    ...(post.state === "held"
      ? [{ label: "Ocultar de vez", onSelect: () => open({ kind: "hide-post", post }), danger: true }]
      : []),
    ...(post.mine ? [] : [{ label: "Palavra ao autor", onSelect: () => open({ kind: "word", post }) }]),
    ...(post.number > 1 ? [{ label: "Separar em outro assunto", onSelect: () => open({ kind: "split", post }) }] : []),
  ];
}

/** What a moderator can do with a topic. */
export function topicActions(
  { locked, pinned, hidden }: TopicHead,
  act: (move: keyof typeof SWITCHED) => void,
  open: (dialog: ModeratorDialog) => void,
): MenuAction[] {
  return [
    { label: locked ? "Reabrir a respostas" : "Fechar a respostas", onSelect: () => act(locked ? "unlock" : "lock") },
    { label: pinned ? "Soltar do alto" : "Fixar no alto", onSelect: () => act(pinned ? "unpin" : "pin") },
    { label: "Mudar o título", onSelect: () => open({ kind: "retitle" }) },
    { label: "Mudar de sala", onSelect: () => open({ kind: "move-topic" }) },
    hidden
      ? { label: "Mostrar o assunto", onSelect: () => act("show") }
      : { label: "Ocultar o assunto", onSelect: () => open({ kind: "hide-topic" }), danger: true },
  ];
}
