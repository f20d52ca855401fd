import { isThisYear } from "date-fns/isThisYear";
import { isToday } from "date-fns/isToday";
import { isYesterday } from "date-fns/isYesterday";
import { dayOfMonth, hourAndMinute, longDate, shortDayAndTime } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { Post } from "../posts/posts.answers.ts";
import type { DiscussedText } from "../topics/topics.schema.ts";

/** Who wrote what has no account any more. */
export const REMOVED_MEMBER = "Membro removido";

/** "hoje às 21:02", "ontem às 22:14", "19 de novembro": within a sentence. */
export function day(at: string): string {
  const date = new Date(at);
  if (isToday(date)) return `hoje às ${hourAndMinute(date)}`;
  if (isYesterday(date)) return `ontem às ${hourAndMinute(date)}`;
  return isThisYear(date) ? dayOfMonth(date) : longDate(date);
}

/** "Hoje, 09:20", "18 nov., 23:10": beside a name. */
export function moment(at: string): string {
  const date = new Date(at);
  if (isToday(date)) return `Hoje, ${hourAndMinute(date)}`;
  if (isYesterday(date)) return `Ontem, ${hourAndMinute(date)}`;
  return isThisYear(date) ? shortDayAndTime(date) : longDate(date);
}

export const replies = (count: number): string => (count === 0 ? "Sem resposta ainda" : plural(count, "resposta", "respostas"));
export const newReplies = (count: number): string => plural(count, "resposta nova", "respostas novas");

export const nameOf = (author: { name: string } | null): string => author?.name ?? REMOVED_MEMBER;

/** The first words of a post, by which one knows it again. */
export function beginningOf({ html }: Pick<Post, "html">): string {
  const words = new DOMParser()
    .parseFromString(html ?? "", "text/html")
    .body.textContent.trim()
    .replace(/\s+/g, " ");
  return words.length > 45 ? `${words.slice(0, 45).trimEnd()}...` : words;
}

type Placeholder = { title: string; text: string };

/** What is shown in the place of a post whose words this reader does not get; undefined where they get them. */
export function placeholderOf({
  state,
  html,
  stateReason,
}: Pick<Post, "state" | "html" | "stateReason">): Placeholder | undefined {
  if (html !== null) return undefined;
  switch (state) {
    case "held":
      return {
        title: "Em revisão",
        text: "Um moderador vai olhar esta mensagem. Até lá ninguém a lê, e o autor sabe disso.",
      };
    case "hidden":
      return { title: "Mensagem oculta", text: stateReason ?? "Um moderador a ocultou, e o autor sabe por quê." };
    case "deleted":
      return { title: "Mensagem excluída", text: "O autor a excluiu. O lugar fica, para que as respostas abaixo façam sentido." };
    default:
      return {
        title: REMOVED_MEMBER,
        text: "O autor encerrou a conta, e suas palavras saíram com ele. O lugar fica, para que as respostas abaixo façam sentido.",
      };
  }
}
/** Where a topic is opened; of a lesson or study, if it is about one. */
export const newTopicAddress = (boardId: string, text: DiscussedText | null): string =>
  `/comunidade/novo/${boardId}${text ? `?sobre=${text.kind}&texto=${text.textId}` : ""}`;
/** The address of a post. */
export const postAddress = (topicId: string, number: number): string => `/comunidade/assunto/${topicId}#p${number}`;
