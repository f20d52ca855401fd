import { asShare, cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { studiesOpenTo } from "./studies.service.ts";
import { studyPositions } from "./studies.table.ts";

const titleOf = (id: unknown): string => studiesOpenTo("mestre").find((study) => study.id === id)?.title ?? "Estudo retirado";

/** Where the member stopped reading. What they answered is with the answers of the lessons. */
export const STUDIES_DATA: PersonalTable[] = [
  {
    table: studyPositions,
    holds: [studyPositions.userId],
    exported: section({
      key: "studyPositions",
      title: "Ponto da leitura nos estudos do Rito de York",
      from: studyPositions,
      whose: studyPositions.userId,
      order: studyPositions.createdAt,
      fields: {
        study: [studyPositions.studyId, "Estudo", titleOf],
        position: [studyPositions.position, "Posição de leitura", asShare],
        createdAt: [studyPositions.createdAt, "Iniciado em"],
        updatedAt: [studyPositions.updatedAt, "Última leitura"],
      },
    }),
    deleted: cascade,
  },
];
