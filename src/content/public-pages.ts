import { z } from "zod";
import { parseFrontMatter, parseYaml } from "./files.ts";

// Texts of the public pages. They are parsed from text, not from a folder, as the build of the pages takes them in.

const faqSource = z.array(
  z.strictObject({
    title: z.string().min(3),
    items: z.array(z.strictObject({ question: z.string().min(5), answer: z.string().min(20) })).min(1),
  }),
);

/** The groups of the frequent questions. @throws Error naming what is wrong in content/faq.yaml */
export const parseFaq = (text: string) => parseYaml("faq.yaml", text, faqSource);

/** Year and month; further versions of one month are numbered from 2. */
const noticeVersion = z.string().regex(/^\d{4}-\d{2}(\.\d+)?$/);
const noticeHead = z.strictObject({ version: noticeVersion, date: z.string().min(8) });

/** Version, date and Markdown of the terms or the privacy notice. @throws Error naming what is wrong in the file */
export function parseNotice(file: string, text: string): z.output<typeof noticeHead> & { markdown: string } {
  const { head, markdown } = parseFrontMatter(file, text, noticeHead);
  return { ...head, markdown };
}

const criterion = z.strictObject({
  /** Of WCAG, "1.4.10". */
  number: z.string().regex(/^\d\.\d\.\d+$/),
  name: z.string().min(3),
  level: z.enum(["A", "AA"]),
  /** Met; met in part, with what is missing; does not apply. */
  result: z.enum(["atende", "parte", "nao"]),
  how: z.string().min(10),
  missing: z.string().min(10).optional(),
});

const criteria = z.array(z.strictObject({ principle: z.string().min(3), criteria: z.array(criterion).min(1) })).length(4);

/** What was checked of each criterion of accessibility. @throws Error naming what is wrong in content/acessibilidade.yaml */
export const parseCriteria = (text: string): z.output<typeof criteria> => parseYaml("acessibilidade.yaml", text, criteria);

const bodyId = z.enum(["loja", "capitulo", "conselho", "comanderia"]);

const body = z.strictObject({
  id: bodyId,
  name: z.string(),
  /** "4–7" */
  degrees: z.string(),
  presides: z.string(),
  summary: z.string(),
  color: z.string(),
});

const degree = z.strictObject({
  id: z.int().min(1).max(13),
  body: bodyId,
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

const yorkRite = z.strictObject({
  notices: z.array(z.string()).min(1),
  bodies: z.array(body).length(4),
  degrees: z.array(degree).length(13),
});

export type YorkRite = z.output<typeof yorkRite>;

/** The page of the York Rite. @throws Error naming what is wrong in content/york-rite.yaml */
export const parseYorkRite = (text: string): YorkRite => parseYaml("york-rite.yaml", text, yorkRite);
