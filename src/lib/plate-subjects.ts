/** What the plates are about, in the order in which the gallery offers it; the names are those of content/drawings.yaml and of addresses. */
export const PLATE_SUBJECTS = ["historia", "simbolos", "ferramentas", "loja", "templo", "geometria", "york"] as const;
export type PlateSubject = (typeof PLATE_SUBJECTS)[number];

export const SUBJECT_LABEL: Record<PlateSubject, string> = {
  historia: "A Ordem e a história",
  simbolos: "Símbolos e alegorias",
  ferramentas: "Ferramentas e pedras",
  loja: "A sala da Loja",
  templo: "O Templo de Salomão",
  geometria: "Geometria e artes",
  york: "O Rito de York",
};
