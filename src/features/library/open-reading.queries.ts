import type { OpenReading } from "./library.answers.ts";

/** The page is light, so it does without the API's client. @returns nothing where the server is not reached */
export async function readOpenReadingNow(): Promise<OpenReading | undefined> {
  const response = await fetch("/api/library/open").catch(() => undefined);
  return response?.ok ? ((await response.json()) as OpenReading) : undefined;
}
