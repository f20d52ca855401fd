/** What can be found, in the order in which kinds of equal worth are shown. */
export const SEARCH_KINDS = [
  "lesson",
  "term",
  "degree",
  "document",
  "study",
  "piece",
  "life",
  "plate",
  "place",
  "work",
  "group",
  "topic",
  "note",
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** What a group of results is called, and one of it. */
export const KIND_LABEL: Record<SearchKind, { many: string; one: string }> = {
  lesson: { many: "Lições", one: "Lição" },
  term: { many: "Dicionário", one: "Verbete" },
  degree: { many: "Graus do Rito de York", one: "Grau" },
  document: { many: "Documentos", one: "Documento" },
  study: { many: "Estudos", one: "Estudo" },
  piece: { many: "Peças", one: "Peça" },
  life: { many: "Vidas", one: "Vida" },
  plate: { many: "Pranchas", one: "Prancha" },
  place: { many: "Lugares", one: "Lugar" },
  work: { many: "Biblioteca", one: "Obra" },
  group: { many: "Grupos de leitura", one: "Grupo de leitura" },
  topic: { many: "Comunidade", one: "Conversa" },
  note: { many: "Suas anotações", one: "Anotação" },
};

export const PAGE_SIZE = 20;
