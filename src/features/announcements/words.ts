import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { dayAndTime, nearDate } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { Announcement, ManagedAnnouncement } from "./announcements.answers.ts";

const DEGREES_OF = { aprendiz: "Aprendizes", companheiro: "Companheiros", mestre: "Mestres" };

/** "a todos", "aos Companheiros", "à Loja Luz do Vale nº 7" */
export function toWhom({ audience, degree, lodge }: Announcement["to"]): string {
  if (audience === "degree" && degree) return `aos ${DEGREES_OF[degree]}`;
  if (audience === "lodge") return lodge ? `à Loja ${lodge}` : "a uma Loja";
  return audience === "subscribers" ? "a quem assina o boletim" : "a todos";
}

/** A degree's members, as the choice of a degree says it: "Aprendiz, 96 irmãos". */
export const degreeChoice = (degree: keyof typeof DEGREES_OF, people: number): string =>
  `${DEGREE_LABEL[degree]}, ${plural(people, "irmão", "irmãos")}`;

/** What became of the letters, in sentences. @param delivers whether there is a mail server */
export function resultInWords({ asLetter, letters }: ManagedAnnouncement, delivers: boolean): string {
  if (!asLetter) return "Só aviso, sem carta.";
  const { waiting, written, delivered, returned, unwanted, left } = letters;
  const due = waiting + written + delivered + returned;
  if (due === 0 && unwanted === 0 && left === 0) return "Não havia a quem escrever.";
  const parts = [
    delivers
      ? `${plural(delivered, "entregue ao servidor", "entregues ao servidor")}, de ${due.toLocaleString("pt-BR")}.`
      : `${plural(delivered, "gravada em arquivo", "gravadas em arquivo")}: este servidor não tem correio, e nenhuma saiu.`,
    returned > 0 && plural(returned, "devolvida.", "devolvidas."),
    written > 0 && `${plural(written, "está", "estão")} com o correio.`,
    waiting > 0 && `${plural(waiting, "espera", "esperam")} a vez.`,
    unwanted > 0 && `${plural(unwanted, "irmão pediu", "irmãos pediram")} para não receber cartas.`,
    left > 0 && `${plural(left, "saiu", "saíram")} antes.`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** When it was or will be told: "9 de novembro", "3 de dezembro às 20:00". */
export const whenInWords = ({ at, state }: ManagedAnnouncement): string =>
  state === "done" ? nearDate(new Date(at)) : dayAndTime(new Date(at));
