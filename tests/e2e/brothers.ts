import { randomUUID } from "node:crypto";
import type { Browser, Locator, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { communityPosts } from "#app/features/community/posts/posts.table.ts";
import { communityProfiles } from "#app/features/community/profile/profile.table.ts";
import { communityTopics } from "#app/features/community/topics/topics.table.ts";
import { backend } from "./backend.ts";
import { type Person, person } from "./people.ts";
import { callApi } from "./support.ts";

/** A member in a browser of their own, who has accepted the rules of the community. */
export async function brother(browser: Browser, name: string): Promise<Person> {
  const one = await person(browser, name);
  await callApi(one.context.request, "put", "/api/community/rules");
  return one;
}

/** One whose first day is over, on which nobody sends pictures. */
export async function oldBrother(browser: Browser, name: string): Promise<Person> {
  const one = await brother(browser, name);
  const firstPostAt = new Date(Date.now() - 2 * 86_400_000);
  await backend().db.update(communityProfiles).set({ firstPostAt }).where(eq(communityProfiles.userId, one.id));
  return one;
}

/** Opens a topic in the board of the Aprendiz, by the API. @returns its id */
export async function openTopic(by: Person, title: string, source = "Como vocês fazem?"): Promise<string> {
  const data = { id: randomUUID(), title, source, text: null };
  return (await callApi(by.context.request, "post", "/api/community/boards/aprendiz/topics", data)).id;
}

export async function reply(by: Person, topicId: string, source: string): Promise<void> {
  const data = { id: randomUUID(), boardId: "aprendiz", source, quote: null };
  await callApi(by.context.request, "post", `/api/community/topics/${topicId}/posts`, data);
}

export const topicAddress = (topicId: string): string => `/comunidade/assunto/${topicId}`;
export const post = (page: Page, number: number): Locator => page.locator(`#p${number}`);

/** Where a reply is written. */
export const field = (page: Page) => page.getByRole("textbox", { name: "Sua resposta" });
/** The button that publishes a reply. */
export const publish = (page: Page) => page.getByRole("button", { name: "Publicar resposta" });

/** Many replies at once, from a number on, as no member may write them. */
export async function fill(topicId: string, by: Person, count: number, from = 2): Promise<void> {
  const { db } = backend();
  const words = (number: number) => `Resposta ${number}. ${"Uma frase que ocupa o seu lugar na página. ".repeat(6)}`;
  await db.insert(communityPosts).values(
    Array.from({ length: count }, (_, index) => ({
      id: randomUUID(),
      topicId,
      number: index + from,
      authorId: by.id,
      source: words(index + from),
      html: `<p>${words(index + from)}</p>`,
      excerpt: words(index + from).slice(0, 100),
    })),
  );
  await db
    .update(communityTopics)
    .set({ lastNumber: count + from - 1, postCount: count + from - 1 })
    .where(eq(communityTopics.id, topicId));
}
