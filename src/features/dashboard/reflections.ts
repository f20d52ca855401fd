import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { CONTENT_FOLDER } from "#app/features/courses/content/read-content.ts";

const reflection = z.strictObject({ text: z.string().min(20), source: z.string().nullable().default(null) });

const reflections = z
  .array(reflection)
  .min(60)
  .parse(parse(readFileSync(join(CONTENT_FOLDER, "reflections.yaml"), "utf8")));

/** The reflection of a day: every member sees the same one, and the next follows at midnight in Brasília. */
export function reflectionOf(now: Date): { text: string; source: string | null } {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(now);
  return reflections[Math.floor(Date.parse(day) / 86_400_000) % reflections.length]!;
}
