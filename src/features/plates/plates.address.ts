import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { PLATE_SUBJECTS, type PlateSubject } from "#app/lib/plate-subjects.ts";

/** What the gallery shows, as its address says it. The names of plates are their numbers, which say nothing of what is drawn. */
export type PlatesState = {
  /** The plate that is open, and the one beside it. */
  plate: string | null;
  beside: string | null;
  /** The plate for which another one is being chosen. */
  comparing: string | null;
  degree: Degree | null;
  subject: PlateSubject | null;
};

const oneOf = <Name extends string>(names: readonly Name[], value: string | null): Name | null =>
  names.find((name) => name === value) ?? null;

/** A degree or a subject that does not exist counts as none. */
export const readPlatesAddress = (params: URLSearchParams): PlatesState => ({
  plate: params.get("prancha"),
  beside: params.get("com"),
  comparing: params.get("comparar"),
  degree: oneOf(DEGREES, params.get("grau")),
  subject: oneOf(PLATE_SUBJECTS, params.get("assunto")),
});

/** The search part of the address, with its question mark: never empty, so that a link with it leads away from another one. */
export function platesSearch({ plate, beside, comparing, degree, subject }: Partial<PlatesState>): string {
  const named = { prancha: plate, com: beside, comparar: comparing, grau: degree, assunto: subject };
  const params = new URLSearchParams(Object.entries(named).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return `?${params}`;
}
