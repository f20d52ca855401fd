/** The three symbolic degrees, lowest first. A degree is received in a Lodge; the academy only records that it was confirmed. */
export const DEGREES = ["aprendiz", "companheiro", "mestre"] as const;
export type Degree = (typeof DEGREES)[number];

export const DEGREE_LABEL: Record<Degree, string> = { aprendiz: "Aprendiz", companheiro: "Companheiro", mestre: "Mestre" };

export const isDegree = (value: unknown): value is Degree => DEGREES.includes(value as Degree);

/** Whether who has a degree may read what is for another one and those above it; null is for everybody. In SQL: src/server/gate.ts. */
export const coversDegree = (own: Degree, of: Degree | null): boolean =>
  of === null || DEGREES.indexOf(of) <= DEGREES.indexOf(own);

/** A degree and those below it, lowest first: what may be read in it. */
export const degreesUpTo = (degree: Degree): Degree[] => DEGREES.slice(0, DEGREES.indexOf(degree) + 1);

/** Sorts what belongs to degrees, the first degree first. */
export const byDegree = (a: { degree: Degree }, b: { degree: Degree }): number =>
  DEGREES.indexOf(a.degree) - DEGREES.indexOf(b.degree);
