import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { mentors } from "#app/features/mentoring/mentors/mentors.table.ts";
import { backend } from "./backend.ts";
import { callApi, type NewMember, signUp } from "./support.ts";

export type Person = NewMember & { context: BrowserContext; page: Page };

/** A member in a browser of their own. */
export async function person(browser: Browser, name: string, options?: BrowserContextOptions): Promise<Person> {
  const context = await browser.newContext(options);
  const member = await signUp(context, name);
  return { ...member, context, page: await context.newPage() };
}

/** A member who is a mentor. */
export async function mentor(
  browser: Browser,
  name: string,
  more: Partial<typeof mentors.$inferInsert> = {},
  options?: BrowserContextOptions,
): Promise<Person> {
  const one = await person(browser, name, options);
  const values = { bio: "Acompanha Aprendizes.", specialties: ["Ritual", "História"], ...more, userId: one.id };
  await backend().db.insert(mentors).values(values);
  return one;
}

/** The student asks the mentor for a session, by the API. @returns the session's id */
export async function askFor(student: Person, teacher: Person, title: string): Promise<string> {
  const data = { mentorId: teacher.id, title, description: "Gostaria de conversar sobre a lição." };
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
