import { allEntries } from "./dictionary.content.ts";

/** The resource at TERMS_PATH: the build writes it to a file. */
export const loader = () => Response.json(allEntries());
