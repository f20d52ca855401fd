/** What sort of source a document is. */
export const DOCUMENT_KINDS = [
  "ata",
  "bula",
  "carta",
  "constituição",
  "diário",
  "discurso",
  "enciclopédia",
  "escritura",
  "estatuto",
  "jornal",
  "lei",
  "livro",
  "manuscrito",
  "monitor",
  "petição",
  "tratado",
] as const;

/** Where a document belongs on the timeline; Scripture is off the scale. */
export const DOCUMENT_REGIONS = ["ilhas-britanicas", "america", "brasil", "continente", "escritura"] as const;
