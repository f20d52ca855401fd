import type { StudySort } from "#app/lib/study-sorts.ts";
import type { ArticleBody, DocumentBody, StudyBody, TermBody } from "./authoring.schema.ts";

const NEW_STUDY = `Comece por uma cena ou um fato que o leitor reconheça.

## Primeira parte



## Segunda parte



## Terceira parte


`;

/** What essays, pieces and lives are made of (docs/content.md), for their author to write over. */
export const newStudy = (sort: StudySort, title: string, order: number): StudyBody => ({
  ...{ sort, order, title, standfirst: "", markdown: NEW_STUDY, york: null, lesson: "", document: "", years: "" },
  questions: sort === "piece" ? ["", "", ""] : [],
  steps: sort === "life" ? Array.from({ length: 4 }, () => ({ year: "", place: "", at: [], what: "" })) : [],
});

const NEW_DOCUMENT = `> O trecho, na tradução da Academia.

## O que diz



## O que não diz



## O que se discute


`;

/** What a document is made of (docs/content.md), for its author to write over. */
export const newDocument = (title: string, number: number): DocumentBody => ({
  ...{
    number,
    title,
    original: { title: "", lang: "en" },
    author: "",
    year: 1717,
    date: "",
    disputed: false,
    edition: "",
    page: "",
  },
  ...{ kind: "livro", place: "", at: [], region: "ilhas-britanicas", subject: "", intro: "", mark: "", york: false },
  ...{ link: "", linkLabel: "", lessons: [], sources: "", markdown: NEW_DOCUMENT },
});

/** An entry of the dictionary, of which only the word is known. */
export const newTerm = (title: string): TermBody => ({
  ...{ title, grade: "Todos os Graus", definition: "", aliases: [], see: [] },
});

/** What an article of the library is made of (docs/content.md), for its author to write over. */
export const newArticle = (title: string, year: number): ArticleBody => ({
  ...{ title, description: "", about: "", author: "Equipe Editorial", year: String(year), category: "", markdown: NEW_STUDY },
});
