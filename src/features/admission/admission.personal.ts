import { OFFICE_LABEL } from "#app/features/lodges/lodges.schema.ts";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { ADMISSION_STATUS_LABEL } from "./admission.schema.ts";
import { admissionRequests } from "./admission.table.ts";

export const ADMISSION_DATA: PersonalTable[] = [
  {
    table: admissionRequests,
    holds: [admissionRequests.userId],
    exported: section({
      key: "admissionRequests",
      title: "Pedidos de admissão",
      from: admissionRequests,
      whose: admissionRequests.userId,
      order: admissionRequests.createdAt,
      fields: {
        status: [admissionRequests.status, "Situação", ADMISSION_STATUS_LABEL],
        message: [admissionRequests.message, "O que você escreveu"],
        reason: [admissionRequests.reason, "Motivo da recusa"],
        decidedAs: [admissionRequests.decidedAs, "Decidido pelo cargo de", OFFICE_LABEL],
        createdAt: [admissionRequests.createdAt, "Pedido em"],
        decidedAt: [admissionRequests.decidedAt, "Decidido em"],
      },
    }),
    deleted: cascade,
  },
  {
    table: admissionRequests,
    holds: [admissionRequests.decidedBy],
    exported: { not: "the request is another person's; what the officer did is in their audit entries" },
    deleted: { by: "set null" },
  },
];
