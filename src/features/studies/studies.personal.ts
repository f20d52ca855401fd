import type { PgColumn } from "drizzle-orm/pg-core";
import { titleWrittenHere } from "#app/features/authoring/authoring.personal.ts";
import { asShare, cascade, type ExportRecord, type PersonalTable, section } from "#app/server/personal-data.ts";
import { studyFiles } from "./studies.service.ts";
import { studyPositions, studyReadings } from "./studies.table.ts";

/** Its title of now; the one that it has in the files where nobody changed it. */
const titleOf = (id: unknown, { title }: ExportRecord): string =>
  typeof title === "string" ? title : (studyFiles().find((study) => study.id === id)?.title ?? "Estudo retirado");

const titled = (column: PgColumn) => [titleWrittenHere("study", column), "Título", null] as const;

/** Where the member stopped reading. What they answered is with the answers of the lessons. */
export const STUDIES_DATA: PersonalTable[] = [
  {
    table: studyPositions,
    holds: [studyPositions.userId],
    exported: section({
      key: "studyPositions",
      title: "Ponto da leitura nos estudos, nas peças e nas vidas",
      from: studyPositions,
      whose: studyPositions.userId,
      order: studyPositions.createdAt,
      fields: {
        study: [studyPositions.studyId, "Estudo", titleOf],
        title: titled(studyPositions.studyId),
        position: [studyPositions.position, "Posição de leitura", asShare],
        readAt: [studyPositions.readAt, "Lido até perto do fim em"],
        createdAt: [studyPositions.createdAt, "Iniciado em"],
        updatedAt: [studyPositions.updatedAt, "Última leitura"],
      },
    }),
    deleted: cascade,
  },
  {
    table: studyReadings,
    holds: [studyReadings.userId],
    exported: section({
      key: "studyReadings",
      title: "Peças lidas na Loja",
      from: studyReadings,
      whose: studyReadings.userId,
      order: studyReadings.readOn,
      fields: {
        study: [studyReadings.studyId, "Peça", titleOf],
        title: titled(studyReadings.studyId),
        readOn: [studyReadings.readOn, "Lida em"],
        createdAt: [studyReadings.createdAt, "Guardado em"],
      },
    }),
    deleted: cascade,
  },
];
