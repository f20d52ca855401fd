import type { Grade } from "../dictionary.schema.ts";

/** Grades that have their own colour in the tokens; the others stay in ink. */
const ACCENT: Partial<Record<Grade, string>> = {
  Aprendiz: "deg-aprendiz",
  Companheiro: "deg-companheiro",
  Mestre: "deg-mestre",
  York: "york-capitulo",
  Templário: "york-comanderia",
};

export function GradeChip({ grade }: { grade: Grade }) {
  return (
    <span className={`badge ${ACCENT[grade] ?? ""}`}>
      <span className="visually-hidden">Grau: </span>
      {grade}
    </span>
  );
}
