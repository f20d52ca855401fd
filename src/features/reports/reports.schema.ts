import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";

/** Of fewer people nothing is said, and every number of people is a multiple of it: no difference of two numbers points at one person. */
export const GROUP = 5;

/** How far back a report looks, in months. */
export const PERIODS = ["3", "6", "12"] as const;
export type Period = (typeof PERIODS)[number];

/** In what steps a period is shown. */
export const stepOf = (months: Period): "week" | "month" => (months === "3" ? "week" : "month");

/** What an officer may narrow the report of their own Lodge by. */
export const ownReportInput = z.strictObject({
  degree: z.enum(DEGREES, "Grau desconhecido").optional(),
  module: z.coerce.number("Módulo desconhecido").int("Módulo desconhecido").positive("Módulo desconhecido").optional(),
  months: z.enum(PERIODS, "Escolha um dos períodos").default("3"),
});

export const reportInput = ownReportInput.extend({ lodge: z.uuid("Loja desconhecida").optional() });
export type ReportFilter = z.output<typeof reportInput>;
export type ReportQuery = z.input<typeof reportInput>;
