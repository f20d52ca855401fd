import { readReflections } from "#app/content/reflections.ts";

const reflections = readReflections();

/** Made once: making one takes a tenth of the dashboard's time. */
const dayInBrasilia = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" });

/** The reflection of a day: every member sees the same one, and the next follows at midnight in Brasília. */
export function reflectionOf(now: Date): { text: string; source: string | null } {
  return reflections[Math.floor(Date.parse(dayInBrasilia.format(now)) / 86_400_000) % reflections.length]!;
}
