import { coversDegree, type Degree } from "#app/lib/degrees.ts";

type Reader = { degree: Degree };

/** The degree gate, the same as the lessons': who administers passes no degree that is not theirs. */
export const mayRead = (board: { degree: Degree | null }, reader: Reader): boolean => coversDegree(reader.degree, board.degree);
