import { parseYorkRite, type YorkRite } from "#app/content/public-pages.ts";
import { parseStudy } from "#app/content/studies.ts";
import source from "../../../content/york-rite.yaml?raw";
import type { StudyOfDegree } from "./york-rite.schema.ts";

const STUDIES = import.meta.glob<string>("../../../content/studies/*.md", { query: "?raw", import: "default", eager: true });

/** The page's text, checked while it is being built: only the loader imports this, so no parser reaches the page's script. */
export const readYorkRite = (): YorkRite & { studies: StudyOfDegree[] } => ({
  ...parseYorkRite(source),
  studies: Object.entries(STUDIES).flatMap(([path, text]) => {
    const { id, title, york } = parseStudy("study", path.replace(/^.*\/content\//, ""), text);
    return york === undefined ? [] : [{ id, title, degree: york }];
  }),
});
