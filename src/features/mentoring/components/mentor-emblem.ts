import { fold } from "#app/lib/text.ts";

/** The emblem of the module that teaches what a mentor names first among their specialties; a lamp on books for anything else. */
const EMBLEMS: [RegExp, number][] = [
  [/york|real arco/, 12],
  [/ritual|simbol/, 2],
  [/ferramenta/, 3],
  [/templo/, 4],
  [/cerimoni|inicia/, 5],
  [/geometr/, 6],
  [/arte/, 7],
  [/histori|arquitet/, 8],
  [/hiram|lenda/, 9],
  [/lideran|administra/, 10],
];
const LAMP = 11;

/** @returns a module's id, as `ModuleEmblem` takes it */
export function emblemOf(specialties: string[]): number {
  const first = fold(specialties[0] ?? "");
  return EMBLEMS.find(([words]) => words.test(first))?.[1] ?? LAMP;
}
