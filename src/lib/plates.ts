/** The letters of the plates that pages have; those in texts have numbers (content/drawings.yaml). */
export const PLATES = {
  home: "A",
  aprendiz: "B",
  companheiro: "C",
  mestre: "D",
  assessment: "E",
  door: "F",
  mentoring: "G",
  york: "H",
} as const;

/** Where the gallery shows a drawing, by its number: an address says nothing of what is drawn. @param beside another one to compare it with */
export const plateAddress = (plate: string, beside?: string): string =>
  `/pranchas?prancha=${plate}${beside ? `&com=${beside}` : ""}`;
