import { coversDegree, DEGREES, type Degree } from "#app/lib/degrees.ts";

/** The degrees whose confirmation a member may ask for: those above the one that is recorded. */
export const requestableDegrees = (recorded: Degree): Degree[] => DEGREES.filter((degree) => !coversDegree(recorded, degree));
