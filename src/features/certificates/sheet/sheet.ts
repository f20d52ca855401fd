import { DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { plural } from "#app/lib/text.ts";

/** What a certificate says. */
export type SheetFacts = {
  code: string;
  degree: Degree;
  holderName: string;
  lessons: number;
  modules: number;
  /** Study time of the lessons, in minutes. */
  minutes: number;
  rightCount: number;
  questions: number;
  /** In words: "22 de novembro de 2026". */
  issuedOn: string;
};

/** The cuts of the sheet's type; the PDF has a file for each (scripts/subset-fonts.ts). */
export type Cut = "title" | "name" | "figures" | "text" | "label" | "italic";

/** A line of text: place of its anchor on the baseline, and size, in millimetres of the sheet. */
export type SheetText = {
  text: string;
  x: number;
  y: number;
  cut: Cut;
  size: number;
  anchor: "start" | "middle" | "end";
  /** Between letters, in millimetres. */
  spacing?: number;
  /** Figures as tall as capitals. */
  lining?: boolean;
  /** What the line is for screen readers. */
  role: "h1" | "p";
};

export const SHEET = { width: 297, height: 210, ink: "#14213d", gold: "#8a6a1c", keystone: "#b08d3c", paper: "#fffdf8" } as const;

/** Place and size of the QR code, in millimetres. */
export const QR = { x: 82, y: 149.6, size: 22 } as const;

/** The academy's mark (src/ui/icons.tsx): its place, what its 24 units are multiplied with, and its paths. */
export const MARK = {
  x: 198.6,
  y: 149.8,
  scale: 0.68,
  stones:
    "M21.69 12.48A9.7 9.7 0 0 0 21 9.29L16.8 11.19A5.1 5.1 0 0 1 17.08 12.48ZM20.66 8.52A9.7 9.7 0 0 0 18.72 5.9L15.67 9.36A5.1 5.1 0 0 1 16.46 10.42ZM18.08 5.35A9.7 9.7 0 0 0 15.23 3.76L13.89 8.16A5.1 5.1 0 0 1 15.04 8.81ZM3 9.29A9.7 9.7 0 0 0 2.31 12.48L6.92 12.48A5.1 5.1 0 0 1 7.2 11.19ZM5.28 5.9A9.7 9.7 0 0 0 3.34 8.52L7.54 10.42A5.1 5.1 0 0 1 8.33 9.36ZM8.77 3.76A9.7 9.7 0 0 0 5.92 5.35L8.96 8.81A5.1 5.1 0 0 1 10.11 8.16ZM2.3 13.75H6.9V19H2.3ZM1.4 19.9H7.6V22.2H1.4ZM17.1 13.75H21.7V19H17.1ZM16.4 19.9H22.6V22.2H16.4Z",
  keystone: "M8.8 .9H15.2L12.8 8.9H11.2Z",
} as const;

/** Rules: thick and thin under the title, around the figures, over the last line. */
export const RULES: { d: string; width: number; gold?: true }[] = [
  { d: "M121.5 80.2H175.5", width: 0.7 },
  { d: "M121.5 81.4H175.5", width: 0.2 },
  { d: "M82 128H215M82 144H215", width: 0.2 },
  { d: "M108 130.6v10.8M136 130.6v10.8M180 130.6v10.8", width: 0.2, gold: true },
  { d: "M82 175.2H215", width: 0.2 },
];

const NAME_SIZE = 12.6;
/** What the arch leaves free at the height of the name. */
const NAME_WIDTH = 134;

/** "6 h 12 min", "45 min" */
export const hoursAndMinutes = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;

/** A code as it is read and typed: in groups of four. */
export const codeInGroups = (code: string): string => `RY-${code.match(/.{1,4}/g)!.join("-")}`;

/**
 * The lines of the sheet, from the top.
 * @param widthOf the width of a text in the cut of names, of size 1; a long name is set smaller until it fits
 */
export function sheetTexts(facts: SheetFacts, address: string, widthOf: (text: string) => number): SheetText[] {
  const { code, degree, holderName, lessons, modules, minutes, rightCount, questions, issuedOn } = facts;
  const middle = (text: string, x: number, y: number, cut: Cut, size: number, more: Partial<SheetText> = {}): SheetText => ({
    text,
    x,
    y,
    cut,
    size,
    anchor: "middle",
    role: "p",
    ...more,
  });
  const figure = (x: number, figures: string, label: string) => [
    middle(figures, x, 136, "figures", 7.6),
    middle(label, x, 141.2, "italic", 4),
  ];
  const left = (text: string, y: number, cut: Cut, size: number, more: Partial<SheetText> = {}) =>
    middle(text, 110, y, cut, size, { anchor: "start", ...more });
  const nameSize = Math.min(NAME_SIZE, NAME_WIDTH / widthOf(holderName));
  const wordOf = (count: number, one: string, many: string) => plural(count, one, many).split(" ")[1]!;
  return [
    middle("ACADEMIA DO RITO DE YORK", 148.5, 56.8, "label", 4.1, { spacing: 0.62, lining: true }),
    middle("Certificado de estudo", 148.5, 73.6, "title", 13, { spacing: -0.12, role: "h1" }),
    middle("certifica-se que", 148.5, 91.6, "italic", 5.2),
    middle(holderName, 148.5, 104.6, "name", nameSize),
    middle(`leu por inteiro as lições do caminho de ${DEGREE_LABEL[degree]},`, 148.5, 114.6, "text", 5.2),
    middle("respondeu às suas questões e passou no exame.", 148.5, 121.4, "text", 5.2),
    ...figure(95, String(lessons), wordOf(lessons, "lição", "lições")),
    ...figure(122, String(modules), wordOf(modules, "módulo", "módulos")),
    ...figure(158, hoursAndMinutes(minutes), "de estudo"),
    ...figure(197.5, `${rightCount} de ${questions}`, "no exame"),
    left("EMITIDO EM", 153, "label", 3.15, { spacing: 0.4 }),
    left(issuedOn, 159.4, "text", 4.9),
    left("CÓDIGO", 165.4, "label", 3.15, { spacing: 0.4 }),
    left(codeInGroups(code), 171.4, "label", 3.4, { spacing: 0.12, lining: true }),
    middle(address, 215, 167.2, "text", 3.2, { anchor: "end" }), // over the code, which takes most of the line below
    middle("Atesta estudo. Não confere grau nem substitui a instrução da Loja.", 148.5, 180.8, "italic", 4),
  ];
}
