import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { certificates } from "./certificates.table.ts";

/** The member's certificates. With the account they go, and their codes are unknown from then on. */
export const CERTIFICATES_DATA: PersonalTable[] = [
  {
    table: certificates,
    holds: [certificates.userId],
    exported: section({
      key: "certificates",
      title: "Certificados de estudo",
      from: certificates,
      whose: certificates.userId,
      order: certificates.issuedAt,
      fields: {
        code: [certificates.code, "Código"],
        degree: [certificates.degree, "Grau", DEGREE_LABEL],
        holderName: [certificates.holderName, "Nome que aparece"],
        lessons: [certificates.lessons, "Lições"],
        modules: [certificates.modules, "Módulos"],
        minutes: [certificates.minutes, "Minutos de estudo"],
        rightCount: [certificates.rightCount, "Acertos no exame"],
        questions: [certificates.questions, "Questões do exame"],
        issuedAt: [certificates.issuedAt, "Emitido em"],
        open: [certificates.open, "Página de conferência aberta"],
        revokedAt: [certificates.revokedAt, "Revogado em"],
        statusIndex: [certificates.statusIndex, "Lugar na lista de validade das credenciais"],
        revokedReason: [certificates.revokedReason, "Motivo da revogação"],
      },
    }),
    deleted: cascade,
  },
];
