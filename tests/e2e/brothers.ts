import { randomUUID } from "node:crypto";
import type { Browser, Locator, Page } from "@playwright/test";
import { type Person, person } from "./people.ts";
import { callApi } from "./support.ts";

/** A member in a browser of his own, who has accepted the rules of the community. */
export async function brother(browser: Browser, name: string): Promise<Person> {
  const one = await person(browser, name);
  await callApi(one.context.request, "put", "/api/community/rules");
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
