import { asShare, cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { studiesOpenTo } from "./studies.service.ts";
import { studyPositions, studyReadings } from "./studies.table.ts";

const titleOf = (id: unknown): string => studiesOpenTo("mestre").find((study) => study.id === id)?.title ?? "Estudo retirado";

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
        readOn: [studyReadings.readOn, "Lida em"],
        createdAt: [studyReadings.createdAt, "Guardado em"],
      },
    }),
    deleted: cascade,
  },
];
