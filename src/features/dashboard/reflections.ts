import { readReflections } from "#app/content/reflections.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";

const reflections = readReflections();

/** The reflection of a day: every member sees the same one, and the next follows at midnight in Brasília. */
export function reflectionOf(now: Date): { text: string; source: string | null } {
  return reflections[Math.floor(Date.parse(isoDayInBrasilia(now)) / 86_400_000) % reflections.length]!;
}
