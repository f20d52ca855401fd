import { longDay, shortDay } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { Comeback, ReviewCard } from "./review.answers.ts";

/** When a card comes back, in two lines: "24 nov." and "em 2 dias". */
export function comebackInWords({ on, days, minutes }: Comeback): { when: string; after: string } {
  const when = days === 0 ? "ainda hoje" : days === 1 ? "amanhã" : shortDay(on);
  return { when, after: minutes === null ? `em ${plural(days, "dia", "dias")}` : `em ${plural(minutes, "minuto", "minutos")}` };
}

/** "amanhã", "na quarta-feira, 24 de novembro". */
export const dayAhead = (day: string, today: string): string =>
  Date.parse(day) - Date.parse(today) === 86_400_000 ? "amanhã" : `em ${longDay(day)}`;

const SOURCE = { lesson: "Lição", document: "Documento", study: "Estudo" };

/** "Lição “O esquadro”" */
export const sourceInWords = ({ kind, title }: ReviewCard["source"]): string => `${SOURCE[kind]} “${title}”`;

const MET_WITH = { lesson: "com a lição", document: "com o documento", study: "com o estudo" };

/** "com a lição “O esquadro”" */
export const metWith = ({ kind, title }: ReviewCard["source"]): string => `${MET_WITH[kind]} “${title}”`;
