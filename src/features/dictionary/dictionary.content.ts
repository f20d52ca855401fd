import { parseTerms } from "#app/content/dictionary.ts";
import source from "../../../content/dictionary.yaml?raw";
import { dictionaryOf } from "./dictionary.entries.ts";

/**
 * The dictionary of the files, while the pages are being built: only loaders import this, so neither the parser nor the text reaches a
 * page's script.
 */
const dictionary = dictionaryOf(parseTerms(source));

export const allEntries = () => dictionary.all;
export const firstPage = () => dictionary.first;
export const entryDetail = dictionary.detail;
