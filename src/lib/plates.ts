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
