import type { ArticleBody } from "./authoring.schema.ts";
import { trimLines } from "./trim-lines.policy.ts";

type Article = Pick<ArticleBody, "title" | "description" | "author" | "category"> & {
  about: string | null;
  year: string | null;
  text: string;
};

/** An article of the library as its editor shows it. */
export const bodyOfArticle = ({ title, description, about, author, year, category, text }: Article): ArticleBody => ({
  ...{ title, description, about: about ?? "", author, year: year ?? "", category, markdown: trimLines(text) },
});

/** What its record in the library says. */
export const recordOfArticle = ({ title, description, about, author, year, category }: ArticleBody) => ({
  ...{ title: title.trim(), author: author.trim(), year: year.trim(), category },
  ...{ description: description.trim(), about: about.trim() },
});
