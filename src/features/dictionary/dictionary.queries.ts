import type { Entry, EntryDetail, FirstPage } from "./dictionary.answers.ts";
import { TERMS_PATH } from "./dictionary.schema.ts";

// The pages of the dictionary are light, so they do without the API's client.

/** @returns nothing where the server is not reached: what the build has holds then */
async function read<Answer>(path: string): Promise<Answer | undefined> {
  const response = await fetch(`/api/dictionary${path}`, { priority: "low" }).catch(() => undefined);
  if (response?.status === 404) throw new Response(null, { status: 404 });
  return response?.ok ? ((await response.json()) as Answer) : undefined;
}

export const readFirstPage = () => read<FirstPage>("");
export const readEntry = (slug: string) => read<EntryDetail>(`/entry?slug=${encodeURIComponent(slug)}`);

/** Every entry; without the server those of the build, which a device may have kept. */
export async function readEntries(): Promise<Entry[]> {
  const now = await read<Entry[]>("/entries");
  if (now) return now;
  const response = await fetch(TERMS_PATH, { priority: "low" });
  if (!response.ok) throw new Error(`${TERMS_PATH}: ${response.status}`);
  return (await response.json()) as Entry[];
}
