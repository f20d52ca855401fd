import { z } from "zod";
import { CONTENT_FOLDER, ContentError, readText, readYaml } from "./files.ts";

const itemSource = z.strictObject({
  slug: z.string().regex(/^[a-z0-9-]+$/),
  type: z.enum(["book", "article"]),
  title: z.string(),
  /** Further titles by which the work is looked for, the Portuguese ones above all. */
  other_titles: z.string().optional(),
  author: z.string(),
  year: z.string(),
  language: z.string(),
  category: z.string(),
  description: z.string(),
  about: z.string(),
  public_domain: z.boolean(),
  link: z.string().nullable(),
  /** Where to find the work, and what the link leads to, where there is more to say than of any other. */
  where_to_find: z.string().optional(),
  /** File of the text, from content/. */
  text: z
    .string()
    .regex(/^articles\/[a-z0-9-]+\.md$/)
    .optional(),
});

const librarySource = z
  .strictObject({ categories: z.array(z.string().min(1)).min(1), items: z.array(itemSource) })
  .superRefine(({ categories, items }, context) => {
    const slugs = new Set<string>();
    for (const { slug, category } of items) {
      if (slugs.has(slug)) context.addIssue({ code: "custom", message: `"${slug}" aparece duas vezes` });
      if (!categories.includes(category))
        context.addIssue({ code: "custom", message: `"${slug}": a categoria "${category}" não está na lista` });
      slugs.add(slug);
    }
  });

export type LibraryItemSource = Omit<z.output<typeof itemSource>, "text"> & { text: string | null };

/** The categories in their order, and the items with their texts. @throws Error naming what is wrong */
export function readLibraryFile(folder = CONTENT_FOLDER): { categories: string[]; items: LibraryItemSource[] } {
  const { categories, items } = readYaml("library.yaml", librarySource, folder);
  const withText = (file: string) => {
    const text = readText(file, folder);
    if (text === undefined) throw new ContentError(`content/${file} não existe`);
    return text;
  };
  return { categories, items: items.map((item) => ({ ...item, text: item.text ? withText(item.text) : null })) };
}
