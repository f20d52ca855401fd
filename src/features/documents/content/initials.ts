import type { DocumentSource } from "#app/content/documents.ts";

/** Line drawings that frame the letter, on a ground of 96 × 96. */
const SCENES = {
  arch: "M14 90V46a34 34 0 0 1 68 0V90M24 90V46a24 24 0 0 1 48 0V90M43 10h10l-2 13h-6z",
  sea: "M6 66c8-4 13 4 21 0s13 4 21 0 13 4 21 0 13 4 21 0M6 76c8-4 13 4 21 0s13 4 21 0 13 4 21 0 13 4 21 0M48 30V8M66 36l14-16M30 36L16 20M72 50h16M24 50H8",
  quill:
    "M14 84C14 40 30 18 82 14M14 84c10-6 18-6 26-2M16 66c-6-8-4-16 2-22M20 50c8 2 16 0 22-8M30 34c-2-8 2-16 10-20M46 23c6 6 14 6 22 2",
  book: "M48 22C38 14 22 13 9 17V82C22 78 38 80 48 88C58 80 74 78 87 82V17C74 13 58 14 48 22ZM48 22V88M15 27c9-2 17-1 26 3M15 37c9-2 17-1 26 3M81 27c-9-2-17-1-26 3M81 37c-9-2-17-1-26 3M15 70c9-2 17-1 26 3M81 70c-9-2-17-1-26 3",
  geometry: "M48 8L88 86H8ZM48 8V86M28 47H68M8 86A40 40 0 0 1 88 86M20 8A28 28 0 0 0 8 20M76 8A28 28 0 0 1 88 20",
  columns:
    "M8 8H88V16H8ZM12 16H34V22H12ZM62 16H84V22H62ZM15 22V80M20 22V80M26 22V80M31 22V80M65 22V80M70 22V80M76 22V80M81 22V80M10 80H36V88H10ZM60 80H86V88H60Z",
  rays: "M48 92L8 34M48 92L18 10M48 92L36 6M48 92L60 6M48 92L78 10M48 92L88 34M48 92L90 62M48 92L6 62",
} as const;

const SCENE: Record<DocumentSource["kind"], keyof typeof SCENES> = {
  ata: "quill",
  bula: "columns",
  carta: "sea",
  constituição: "arch",
  diário: "quill",
  discurso: "rays",
  enciclopédia: "book",
  escritura: "book",
  estatuto: "geometry",
  jornal: "rays",
  lei: "columns",
  livro: "book",
  manuscrito: "quill",
  monitor: "arch",
  petição: "sea",
  tratado: "geometry",
};

const HATCHING = Array.from({ length: 33 }, (_, line) => `M6 ${(6 + line * 2.6).toFixed(1)}H90`).join("");

/** The drawn initial of an excerpt; without a letter, a vignette. Decoration: the letter itself is in the text. */
const drawing = (kind: DocumentSource["kind"], letter: string): string =>
  [
    `<svg class="cap" viewBox="0 0 96 96" aria-hidden="true"><g fill="none" stroke="currentColor">`,
    `<path class="cap-ground" d="${HATCHING}"/><path class="cap-scene" d="${SCENES[SCENE[kind]]}"/>`,
    `<path class="cap-edge" d="M2 2H94V94H2Z"/><path class="cap-ground" d="M6 6H90V90H6Z"/></g>`,
    letter && `<text x="48" y="73" text-anchor="middle" font-size="74">${letter}</text>`,
    "</svg>",
  ].join("");

/** Sets the drawn initial before the first paragraph. Its letter stays in the text, for voices and for copying, and is not shown there. */
export function withInitial(html: string, kind: DocumentSource["kind"]): string {
  const [, opening = "", letter = ""] = /^<p>((?:“|‘)?(\p{L}) ?)/u.exec(html) ?? [];
  if (!letter) return drawing(kind, "") + html;
  const rest = html.slice("<p>".length + opening.length);
  return `${drawing(kind, letter.toUpperCase())}<p><span class="cap-letter">${opening}</span>${rest}`;
}
