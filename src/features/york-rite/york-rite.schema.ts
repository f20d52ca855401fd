import { z } from "zod";
import { BODIES } from "./bodies.ts";

const body = z.strictObject({
  id: z.enum(BODIES),
  name: z.string(),
  /** "4–7" */
  degrees: z.string(),
  presides: z.string(),
  summary: z.string(),
  color: z.string(),
});

const degree = z.strictObject({
  id: z.int().min(1).max(13),
  body: z.enum(BODIES),
  name: z.string(),
  label: z.string(),
  alternative: z.string(),
  /** Mean time of study, "6–12 meses". */
  duration: z.string(),
  teachings: z.array(z.string()).min(1),
  symbols: z.array(z.string()).min(1),
  vestments: z.array(z.string()).min(1),
  bibliography: z.array(z.string()).min(1),
  note: z.string().nullable(),
});

/** content/york-rite.yaml */
export const yorkRite = z.strictObject({
  notices: z.array(z.string()).min(1),
  bodies: z.array(body).length(4),
  degrees: z.array(degree).length(13),
});

export type YorkRite = z.output<typeof yorkRite>;
export type YorkBody = YorkRite["bodies"][number];
export type YorkDegree = YorkRite["degrees"][number];
