import { z } from "zod";
import { CONTENT_FOLDER, contentId, readYaml } from "./files.ts";
import { placesOf } from "./places.ts";

const KINDS = ["lesson", "study", "document"] as const;

const isDay = (day: string) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false;

const ephemeris = z.strictObject({
  /** The date that the paper itself has: "1768-09-30". */
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, "escreva o dia como 1768-09-30")
    .refine(isDay, "este dia não existe"),
  /** Where the country still kept the old calendar. */
  calendar: z.literal("juliano").optional(),
  /** Only a later book tells it. */
  tradition: z.boolean().default(false),
  title: z.string().min(5).max(80),
  text: z.string().min(40).max(320),
  source: z.string().min(5).max(160),
  /** Where it happened, as the entry or its text says. */
  at: placesOf,
  /** The text that tells more: whoever may read it may read this. */
  of: z
    .string()
    .regex(new RegExp(`^(${KINDS.join("|")})/`), "escreva o texto como study/caso-morgan")
    .transform((of, context) => {
      const [kind, id] = of.split("/") as [(typeof KINDS)[number], string];
      const parsed = contentId.safeParse(id);
      if (!parsed.success) context.addIssue(parsed.error.issues[0]!.message);
      return { kind, id };
    }),
});
export type EphemerisSource = z.output<typeof ephemeris>;

/** "09-30": what comes back each year. */
export const yearlyDay = ({ day }: Pick<EphemerisSource, "day">): string => day.slice(5);

const inOrder = z.array(ephemeris).superRefine((all, context) => {
  const keys = all.map((each) => `${yearlyDay(each)} ${each.day}`);
  keys.forEach((key, index) => {
    if (index > 0 && key <= keys[index - 1]!)
      context.addIssue({ code: "custom", path: [index], message: "os dias seguem a ordem do ano, e não se repetem" });
  });
});

/** The dates of "Neste dia", from January to December. @throws Error naming what is wrong in content/efemerides.yaml */
export const readEphemerides = (folder = CONTENT_FOLDER) => readYaml("efemerides.yaml", inOrder, folder);
