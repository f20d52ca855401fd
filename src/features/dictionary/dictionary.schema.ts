/** The grades of the specification, in the order of the filter. */
export const GRADES = ["Aprendiz", "Companheiro", "Mestre", "Todos os Graus", "Escocês", "York", "Templário"] as const;
export type Grade = (typeof GRADES)[number];

/** Where the build writes the whole dictionary, for browsers that do not reach the server. */
export const TERMS_PATH = "/dicionario/termos.json";

/** Terms shown at a time. */
export const PAGE_SIZE = 10;
