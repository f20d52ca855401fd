import { dayOfMonth } from "#app/lib/format.ts";
import { SORT } from "#app/lib/study-sorts.ts";
import { plural } from "#app/lib/text.ts";
import type { KeptPackage } from "./offline.answers.ts";

/** "2,1 MB", "340 kB" */
export const sizeInWords = (bytes: number): string =>
  bytes < 950_000
    ? `${Math.ceil(bytes / 1_000)} kB`
    : bytes >= 950_000_000
      ? `${(bytes / 1_000_000_000).toLocaleString("pt-BR", { maximumFractionDigits: 1 })} GB`
      : `${(bytes / 1_000_000).toLocaleString("pt-BR", { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`;

/** "peça", by its address. */
const studyInWords = (path: string): string =>
  (Object.values(SORT).find((sort) => path.startsWith(`${sort.path}/`)) ?? SORT.study).one.toLowerCase();

/** "4 lições, 5 pranchas e 3 documentos" */
export function contentInWords({ kind, path, lessons, plates, documents }: KeptPackage): string {
  const counted = [
    ...(lessons > 0 ? [plural(lessons, "lição", "lições")] : []),
    ...(kind === "study" ? [`1 ${studyInWords(path)}`] : kind === "week" ? ["1 peça"] : []),
    ...(plates > 0 ? [plural(plates, "prancha", "pranchas")] : []),
    ...(documents > 0 ? [plural(documents, "documento", "documentos")] : []),
  ];
  return new Intl.ListFormat("pt-BR", { type: "conjunction" }).format(counted);
}

/** "Abre sem rede até 21 de dezembro." */
export const untilInWords = (until: string): string => `Abre sem rede até ${dayOfMonth(new Date(until))}.`;
