import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { ABOUT_LABEL } from "./oversight.schema.ts";
import { contestations } from "./oversight.table.ts";

export const OVERSIGHT_DATA: PersonalTable[] = [
  {
    table: contestations,
    holds: [contestations.userId],
    exported: section({
      key: "contestations",
      title: "Contestações",
      from: contestations,
      whose: contestations.userId,
      order: contestations.createdAt,
      fields: {
        about: [contestations.about, "O que estava errado", ABOUT_LABEL],
        words: [contestations.words, "O que você escreveu"],
        answer: [contestations.answer, "A resposta"],
        createdAt: [contestations.createdAt, "Enviada em"],
        answeredAt: [contestations.answeredAt, "Respondida em"],
      },
    }),
    leftOut: [
      [contestations.auditId, "the number of a line in a log that only administrators read; the line itself is on the page"],
    ],
    deleted: cascade,
  },
  {
    table: contestations,
    holds: [contestations.answeredBy],
    exported: { not: "the contestation is another member's; what the administrator did is in their audit entries" },
    deleted: { by: "set null" },
  },
];
