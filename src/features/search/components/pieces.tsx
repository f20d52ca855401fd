import type { Piece } from "../search.answers.ts";

/** A text with what was looked for marked in it. */
export const Pieces = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map(({ text, hit }, index) => {
    const key = `${index} ${text}`;
    return hit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });

export const plainOf = (pieces: Piece[]): string => pieces.map(({ text }) => text).join("");
