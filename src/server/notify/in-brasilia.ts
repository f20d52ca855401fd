import { dayInBrasilia } from "#app/lib/format.ts";
import type { Shown } from "./notice.ts";

const time = new Intl.DateTimeFormat("pt-BR", { hour: "2-digit", minute: "2-digit", timeZone: "America/Sao_Paulo" });

/** How lines say days and hours. */
export const IN_BRASILIA: Pick<Shown, "day" | "dayAndTime"> = {
  day: dayInBrasilia,
  dayAndTime: (moment) => `${dayInBrasilia(moment)}, às\u00a0${time.format(new Date(moment))}`,
};
