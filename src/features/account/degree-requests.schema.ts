import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";
import { DECEPTIVE_NAME, isDeceptive } from "#app/lib/names.ts";
import type { DegreeRequestStatus } from "./degree-requests.table.ts";
import { nameLine } from "./profile.schema.ts";

export const DEGREE_REQUEST_STATUS_LABEL: Record<DegreeRequestStatus, string> = {
  pending: "Em análise",
  approved: "Confirmado",
  refused: "Recusado",
};

const EARLIEST = "1920-01-01";

/** Today's date in Brazil, `yyyy-mm-dd`. */
export const todayInBrazil = (): string => new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });

export const degreeRequestInput = z.strictObject({
  degree: z.enum(DEGREES, "Escolha o grau"),
  lodge: nameLine("Informe a Loja").pipe(
    z
      .string()
      .min(1, "Informe a Loja")
      .max(100, "Nome da loja muito longo")
      .refine((name) => !isDeceptive(name), DECEPTIVE_NAME),
  ),
  receivedOn: z
    .string({ error: "Informe a data" })
    .pipe(
      z.iso.date({
        error: ({ input }) => (input ? "A data está incompleta ou não existe. Confira o dia, o mês e o ano." : "Informe a data"),
      }),
    )
    .refine((date) => date >= EARLIEST, "Confira o ano da data")
    .refine((date) => date <= todayInBrazil(), "A data não pode estar no futuro"),
});
export type DegreeRequestInput = z.output<typeof degreeRequestInput>;

export const degreeRequestParams = z.strictObject({ requestId: z.uuid() });
