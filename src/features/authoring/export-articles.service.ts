import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMap, type YAMLMap, type YAMLSeq } from "yaml";
import type { Db } from "#app/db/client.ts";
import { recordOfArticle } from "./article-bodies.policy.ts";
import type { ArticleBody } from "./authoring.schema.ts";
import { readEditedTexts } from "./edited-texts.service.ts";
import { trimLines } from "./trim-lines.policy.ts";
import { editFile, fieldOf } from "./yaml-file.ts";

/** Writes the articles of the library that authors edited, wrote or retired here: their texts, and their records in library.yaml. */
export async function writeArticles(db: Db, to: string): Promise<{ written: number; retired: number }> {
  const edited = (await readEditedTexts(db)).filter(({ kind }) => kind === "article");
  const retired = new Set(edited.filter(({ retiredAt }) => retiredAt !== null).map(({ id }) => id));
  const bodies = new Map(
    edited.flatMap(({ id, body }) => (body && !retired.has(id) ? [[id, body as ArticleBody] as const] : [])),
  );
  for (const id of retired) rmSync(fileOf(to, id), { force: true });
  for (const [id, { markdown }] of bodies) writeText(fileOf(to, id), markdown);
  if (edited.length > 0)
    editFile(join(to, "library.yaml"), (document) => {
      const list = document.get("items") as YAMLSeq<YAMLMap>;
      const count = list.items.length;
      list.items = list.items.filter((item) => !retired.has(String(fieldOf(item, "slug"))));
      let changed = list.items.length < count;
      const known = new Map(list.items.map((item) => [String(fieldOf(item, "slug")), item]));
      for (const [id, body] of bodies) {
        const record = recordOfArticle(body);
        const item = known.get(id);
        if (isMap(item)) changed = setFields(item, record) || changed;
        else {
          list.items.push(document.createNode(newRecord(id, record)) as YAMLMap);
          changed = true;
        }
      }
      return changed;
    });
  return { written: bodies.size, retired: retired.size };
}

const fileOf = (to: string, id: string): string => join(to, `articles/${id}.md`);

/** A text that says the same stays letter by letter. */
function writeText(path: string, markdown: string): void {
  if (existsSync(path) && trimLines(readFileSync(path, "utf8")) === markdown) return;
  writeFileSync(path, `${markdown}\n`);
}

function setFields(item: YAMLMap, record: Record<string, string>): boolean {
  const changed = Object.entries(record).filter(([name, value]) => item.get(name) !== value);
  for (const [name, value] of changed) item.set(name, value);
  return changed.length > 0;
}

const newRecord = (id: string, { title, author, year, category, description, about }: ReturnType<typeof recordOfArticle>) => ({
  ...{ slug: id, type: "article", title, author, year, language: "português", category, description, about },
  ...{ public_domain: false, link: null, text: `articles/${id}.md` },
});
