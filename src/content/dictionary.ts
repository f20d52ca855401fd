import { z } from "zod";
import { CONTENT_FOLDER, parseYaml, readYaml } from "./files.ts";

const FILE = "dictionary.yaml";

const termSource = z.strictObject({
  slug: z.string().regex(/^[a-z0-9-]+$/),
  term: z.string(),
  grade: z.enum(["Aprendiz", "Companheiro", "Mestre", "Todos os Graus", "Escocês", "York", "Templário"]),
  definition: z.string(),
  aliases: z.array(z.string()),
  see: z.array(z.string()),
});
const termsSource = z.array(termSource);

export type TermSource = z.output<typeof termSource>;

/** The dictionary's entries, in the order of the file. @throws Error naming what is wrong in content/dictionary.yaml */
export const readTerms = (folder = CONTENT_FOLDER): TermSource[] => readYaml(FILE, termsSource, folder);

/** The same from the file's text, for the build of the pages. */
export const parseTerms = (text: string): TermSource[] => parseYaml(FILE, text, termsSource);
