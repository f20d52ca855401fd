import { compareDegrees, type Degree } from "#app/lib/degrees.ts";

/** Administrators see all that was told to anybody: they answer for it. */
export const mayReadAnnouncement = ({ degree }: { degree: Degree | null }, reader: { degree: Degree; role: string }): boolean =>
  reader.role === "admin" || degree === null || compareDegrees(degree, reader.degree) <= 0;
