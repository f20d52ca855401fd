import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { itemFields } from "../library.schema.ts";

const CONTENT_FOLDER = join(import.meta.dirname, "../../../../content");

const source = z.strictObject({
  slug: z.string().regex(/^[a-z0-9-]+$/),
  type: itemFields.shape.type,
  title: itemFields.shape.title,
  author: itemFields.shape.author,
  year: itemFields.shape.year,
  language: itemFields.shape.language,
  category: itemFields.shape.category,
  description: itemFields.shape.description,
  about: itemFields.shape.about,
  public_domain: z.boolean(),
  link: z
    .string()
    .nullable()
    .transform((value) => value ?? "")
    .pipe(itemFields.shape.link),
  /** File of the text, from content/. */
  text: z
    .string()
    .regex(/^articles\/[a-z0-9-]+\.md$/)
    .optional(),
});

const library = z
  .strictObject({ categories: z.array(z.string().min(1)).min(1), items: z.array(source) })
  .superRefine(({ categories, items }, context) => {
    const slugs = new Set<string>();
    for (const { slug, category } of items) {
      if (slugs.has(slug)) context.addIssue({ code: "custom", message: `"${slug}" aparece duas vezes` });
      if (!categories.includes(category))
        context.addIssue({ code: "custom", message: `"${slug}": a categoria "${category}" não está na lista` });
      slugs.add(slug);
    }
  });

export type LibrarySource = Omit<z.output<typeof source>, "text"> & { text: string | null };

/** The categories in their order, and the items with their texts. @throws Error naming what is wrong */
export function readLibrary(): { categories: string[]; items: LibrarySource[] } {
  const parsed = library.safeParse(parseYaml(readFileSync(join(CONTENT_FOLDER, "library.yaml"), "utf8")));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`content/library.yaml: ${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { categories, items } = parsed.data;
  const withText = (file: string | undefined) => (file ? readFileSync(join(CONTENT_FOLDER, file), "utf8") : null);
  return { categories, items: items.map((item) => ({ ...item, text: withText(item.text) })) };
}
