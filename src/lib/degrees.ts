/** The three symbolic degrees, lowest first. A degree is received in a Lodge; the academy only records that it was confirmed. */
export const DEGREES = ["aprendiz", "companheiro", "mestre"] as const;
export type Degree = (typeof DEGREES)[number];

export const DEGREE_LABEL: Record<Degree, string> = { aprendiz: "Aprendiz", companheiro: "Companheiro", mestre: "Mestre" };

export const isDegree = (value: unknown): value is Degree => DEGREES.includes(value as Degree);

/** Negative when `a` is below `b`, zero when equal, positive when above. */
export const compareDegrees = (a: Degree, b: Degree): number => DEGREES.indexOf(a) - DEGREES.indexOf(b);

/** Whether who has a degree may read what is for another one and those above it; null is for everybody. */
export const coversDegree = (own: Degree, of: Degree | null): boolean => of === null || compareDegrees(of, own) <= 0;

/** A degree and those below it, lowest first: what may be read in it. */
export const degreesUpTo = (degree: Degree): Degree[] => DEGREES.slice(0, DEGREES.indexOf(degree) + 1);
