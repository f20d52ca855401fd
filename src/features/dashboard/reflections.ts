import { readReflections } from "#app/content/reflections.ts";

const reflections = readReflections();

/** The reflection of a day: every member sees the same one, and the next follows at midnight in Brasília. */
export function reflectionOf(now: Date): { text: string; source: string | null } {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(now);
  return reflections[Math.floor(Date.parse(day) / 86_400_000) % reflections.length]!;
}
