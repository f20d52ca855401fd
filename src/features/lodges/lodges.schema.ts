import { fold } from "#app/lib/text.ts";

/** The offices that answer for a Lodge's members here. The words are the audience's; the order is that in which they are named. */
export const OFFICES = ["veneravel", "secretario", "orador", "instrutor"] as const;
export type Office = (typeof OFFICES)[number];

export const OFFICE_LABEL: Record<Office, string> = {
  veneravel: "Venerável Mestre",
  secretario: "Secretário",
  orador: "Orador",
  instrutor: "Instrutor",
};

/** By what two spellings of a Lodge are the same: without case, accents and doubled spaces. */
export const lodgeKey = (spelling: string): string => fold(spelling).replace(/\s+/g, " ").trim();

/** "Estrela do Vale nº 77". */
export const lodgeName = ({ name, number }: { name: string; number: string | null }): string =>
  number ? `${name} nº ${number}` : name;
