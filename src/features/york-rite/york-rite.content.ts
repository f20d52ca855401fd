import { parse } from "yaml";
import source from "../../../content/york-rite.yaml?raw";
import { type YorkRite, yorkRite } from "./york-rite.schema.ts";

/** The page's text, checked while it is being built: only the loader imports this, so no parser reaches the page's script. */
export const readYorkRite = (): YorkRite => yorkRite.parse(parse(source));
