import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { studyPositions } from "./studies.table.ts";

/** Where the member stopped reading. What he answered is with the answers of the lessons. */
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
        study: [studyPositions.studyId, "Estudo (endereço)"],
        position: [studyPositions.position, "Posição de leitura (0 a 1)"],
        createdAt: [studyPositions.createdAt, "Iniciado em"],
        updatedAt: [studyPositions.updatedAt, "Última leitura"],
      },
    }),
    deleted: cascade,
  },
];
