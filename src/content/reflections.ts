import { z } from "zod";
import { CONTENT_FOLDER, readYaml } from "./files.ts";

const reflection = z.strictObject({ text: z.string().min(20), source: z.string().nullable().default(null) });

/** The reflections of the day, at least sixty. @throws Error naming what is wrong in content/reflections.yaml */
export const readReflections = (folder = CONTENT_FOLDER) => readYaml("reflections.yaml", z.array(reflection).min(60), folder);
