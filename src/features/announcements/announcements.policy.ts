import { coversDegree, type Degree } from "#app/lib/degrees.ts";

/** Who wrote one reads it, whatever degree it is for. To administer opens no degree. */
export const mayReadAnnouncement = (
  { degree, authorId }: { degree: Degree | null; authorId: string | null },
  reader: { id: string; degree: Degree },
): boolean => authorId === reader.id || coversDegree(reader.degree, degree);
