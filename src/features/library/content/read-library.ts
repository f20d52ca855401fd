import { ContentError } from "#app/content/files.ts";
import { type LibraryItemSource, readLibraryFile } from "#app/content/library.ts";
import { itemFields } from "../library.schema.ts";

/** What an item of the repository shares with one that an administrator writes, under the same rules. */
const fields = itemFields.omit({ publicDomain: true, text: true });

/** The categories in their order, and the items with their texts. @throws Error naming what is wrong */
export function readLibrary(folder?: string) {
  const { categories, items } = readLibraryFile(folder);
  return { categories, items: items.map(checkedItem) };
}

function checkedItem({ slug, text, public_domain, other_titles, link, where_to_find, ...rest }: LibraryItemSource) {
  const optional = { otherTitles: other_titles ?? "", link: link ?? "", whereToFind: where_to_find ?? "" };
  const parsed = fields.safeParse({ ...rest, ...optional });
  if (parsed.success) return { ...parsed.data, slug, text, public_domain };
  const [issue] = parsed.error.issues;
  throw new ContentError(`content/library.yaml: "${slug}": ${issue?.path.join(".")}: ${issue?.message}`);
}

export type LibrarySource = ReturnType<typeof checkedItem>;
