import { titleWrittenHere } from "#app/features/authoring/authoring.personal.ts";
import { studyFiles } from "#app/features/studies/studies.service.ts";
import { cascade, type ExportRecord, type PersonalTable, section } from "#app/server/personal-data.ts";
import { memberWeeks } from "./week.table.ts";

/** Its title of now; the one that it has in the files where nobody changed it. */
const titleOf = (id: unknown, { title }: ExportRecord): string =>
  typeof title === "string" ? title : (studyFiles().find((piece) => piece.id === id)?.title ?? "Peça retirada");

/** Which steps of which weeks a member took. */
export const WEEK_DATA: PersonalTable[] = [
  {
    table: memberWeeks,
    holds: [memberWeeks.userId],
    exported: section({
      key: "weeks",
      title: "Passos da semana",
      from: memberWeeks,
      whose: memberWeeks.userId,
      order: memberWeeks.monday,
      fields: {
        monday: [memberWeeks.monday, "Semana de"],
        piece: [memberWeeks.pieceId, "Peça", titleOf],
        title: [titleWrittenHere("study", memberWeeks.pieceId), "Título", null],
        documentAt: [memberWeeks.documentAt, "Documento lido em"],
        questionAt: [memberWeeks.questionAt, "Pergunta pensada em"],
        pieceAt: [memberWeeks.pieceAt, "Peça lida em"],
        createdAt: [memberWeeks.createdAt, "Primeiro passo em"],
      },
    }),
    deleted: cascade,
  },
];
