import type { Shown } from "./notice.ts";

const inBrasilia = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("pt-BR", { ...options, timeZone: "America/Sao_Paulo" });
  return (moment: string) => format.format(new Date(moment));
};
const day = inBrasilia({ day: "numeric", month: "long" });
const time = inBrasilia({ hour: "2-digit", minute: "2-digit" });

/** How lines say days and hours. */
export const IN_BRASILIA: Pick<Shown, "day" | "dayAndTime"> = {
  day,
  dayAndTime: (moment) => `${day(moment)}, às\u00a0${time(moment)}`,
};
