import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dump, load } from "js-yaml";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import type { Db } from "#app/db/client.ts";
import { syncContent } from "#app/features/courses/content/sync-content.ts";
import type { JudgedQuestion } from "#app/features/courses/questions.policy.ts";

/** What answers a question rightly, whatever its form: the ids that `answer` takes as `given`. */
export const rightAnswer = ({ form, options }: JudgedQuestion): string[] =>
  form === "order" || form === "match"
    ? options.filter(({ side }) => side !== "left").map(({ id }) => id)
    : options.filter(({ right }) => right).map(({ id }) => id);

const FORMS = [
  { form: "order", prompt: "Em que ordem?", items: ["Um", "Dois", "Três"], why: "Conta-se assim." },
  {
    form: "match",
    prompt: "O que é de quem?",
    pairs: ["Régua", "Malho", "Prumo"].map((left) => ({ left, right: `Uso de ${left}` })),
    why: "Cada uma tem o seu uso.",
  },
  {
    form: "classify",
    sentence: "Hiram fundiu as colunas.",
    answer: "tradicao",
    why: { documento: "Não há documento.", tradicao: "É o que se conta.", interpretacao: "Não interpreta nada." },
  },
  {
    form: "multiple",
    prompt: "Quais duas estão na lição?",
    options: ["A régua", "O malho", "O prumo", "O nível", "A trolha"].map((text, place) => ({
      text,
      right: place === 1 || place === 3,
      why: `Razão de ${text}.`,
    })),
  },
];

/** Closes four lessons of a question file with one question each: put in order, match, classify, two of five. */
export async function publishForms(db: Db, file: string, lessons: [string, string, string, string]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "academia-content-"));
  cpSync(CONTENT_FOLDER, folder, { recursive: true });
  const path = join(folder, file);
  const others = (load(readFileSync(path, "utf8")) as { use: string; lesson: string }[]).filter(
    ({ use, lesson }) => use === "pool" || !lessons.includes(lesson),
  );
  const checks = FORMS.map((fields, index) => ({
    id: `de-forma-${fields.form}`,
    lesson: lessons[index],
    use: "check",
    ...fields,
  }));
  writeFileSync(path, dump([...others, ...checks]));
  await syncContent(db, folder);
  rmSync(folder, { recursive: true });
}
