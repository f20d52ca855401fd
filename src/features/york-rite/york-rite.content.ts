import { parseYorkRite, type YorkRite } from "#app/content/public-pages.ts";
import source from "../../../content/york-rite.yaml?raw";

/** The page's text, checked while it is being built: only the loader imports this, so no parser reaches the page's script. */
export const readYorkRite = (): YorkRite => parseYorkRite(source);
