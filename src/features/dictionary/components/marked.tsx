import { piecesOf } from "../dictionary.search.ts";

/** A text with the words of the search marked in it. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  let at = 0;
  return piecesOf(text, words).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.found ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
  });
}
