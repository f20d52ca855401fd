import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { callApi, type NewMember, signIn, signUp } from "./support.ts";

export type Person = NewMember & { context: BrowserContext; page: Page };

/** A member in a browser of his own. */
export async function person(browser: Browser, name: string, options?: BrowserContextOptions): Promise<Person> {
  const context = await browser.newContext(options);
  const member = await signUp(context, name);
  return { ...member, context, page: await context.newPage() };
}

/** A member whom the administration made a mentor. */
export async function mentor(browser: Browser, name: string, more = {}): Promise<Person> {
  const one = await person(browser, name);
  const admin = await browser.newContext();
  await signIn(admin, "admin@academia.example");
  const data = { userId: await idOf(one), bio: "Acompanha Aprendizes.", specialties: "Ritual, História", maxMentees: 5, ...more };
  await callApi(admin.request, "post", "/api/mentors", data);
  await admin.close();
  return one;
}

/** The member's id. */
export const idOf = async ({ context }: { context: BrowserContext }): Promise<string> =>
  (await (await context.request.get("/api/session")).json()).member.id;

/** The student asks the mentor for a session, by the API. @returns the session's id */
export async function askFor(student: Person, teacher: Person, title: string): Promise<string> {
  const data = { mentorId: await idOf(teacher), title, description: "Gostaria de conversar sobre a lição." };
  return (await callApi(student.context.request, "post", "/api/mentoring/sessions", data)).id;
}

/** What a date field takes: some days from now, in the browser's time. */
export const inDays = (page: Page, days: number) =>
  page.evaluate((count) => {
    const date = new Date(Date.now() + count * 86_400_000);
    date.setHours(19, 30, 0, 0);
    const two = (value: number) => String(value).padStart(2, "0");
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T19:30`;
  }, days);
