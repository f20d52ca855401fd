import { format } from "date-fns/format";
import { formatDistanceStrict } from "date-fns/formatDistanceStrict";
import { isToday } from "date-fns/isToday";
import { isYesterday } from "date-fns/isYesterday";
import { ptBR } from "date-fns/locale/pt-BR";
import { once } from "./once.ts";

/** "5 de março às 19:30", in the reader's time zone: the format of the specification. */
export const dayAndTime = (date: Date): string => `${dayOfMonth(date)} às ${hourAndMinute(date)}`;

/** "sábado", "5", "março": a date as a calendar's leaf shows it. */
export const calendarLeaf = (date: Date): { weekday: string; day: string; month: string } => ({
  weekday: format(date, "EEEE", { locale: ptBR }),
  day: format(date, "d"),
  month: format(date, "MMMM", { locale: ptBR }),
});

/** "05/03/2026" */
export const shortDate = (date: Date): string => format(date, "dd/MM/yyyy", { locale: ptBR });

/** "22/11" */
export const dayAndMonth = (date: Date): string => format(date, "dd/MM", { locale: ptBR });

/** "5 de março", and "1º de março", as the first of a month is said */
export const dayOfMonth = (date: Date): string => asSaid(format(date, "d 'de' MMMM", { locale: ptBR }));

/** A date that begins with its day: "1º de março", as the first of a month is said. */
const asSaid = (date: string): string => date.replace(/^1 /, "1º ");

/** "quinta-feira" */
export const weekdayName = (date: Date): string => format(date, "EEEE", { locale: ptBR });

/** "5 de março de 2026" */
export const longDate = (date: Date): string => `${dayOfMonth(date)} de ${format(date, "yyyy")}`;

/** "5 de março de 2026, 19:30" */
export const dateAndTime = (date: Date): string => `${longDate(date)}, ${hourAndMinute(date)}`;

/** "22:06" */
export const hourAndMinute = (date: Date): string => format(date, "HH:mm", { locale: ptBR });

/** "segunda-feira, 23 de novembro, a partir das 22:12" */
export const fromDayAndHour = (date: Date): string =>
  `${weekdayName(date)}, ${dayOfMonth(date)}, a partir das ${hourAndMinute(date)}`;

/** "hoje, 22:06", "ontem, 22:06" or "17 de novembro": short, for lists. */
export function nearDate(date: Date): string {
  if (isToday(date)) return `hoje, ${format(date, "HH:mm")}`;
  if (isYesterday(date)) return `ontem, ${format(date, "HH:mm")}`;
  return dayOfMonth(date);
}

/** "5 de março de 2026 às 19:30", in Brasília: for letters, whose reader's time zone nobody knows. */
export const momentInBrasilia = (moment: string | Date): string =>
  asSaid(new Date(moment).toLocaleString("pt-BR", { dateStyle: "long", timeStyle: "short", timeZone: "America/Sao_Paulo" }));

const dayFormat = once(() => new Intl.DateTimeFormat("pt-BR", { day: "numeric", month: "long", timeZone: "America/Sao_Paulo" }));

/** "5 de março", in Brasília. */
export const dayInBrasilia = (moment: string | Date): string => asSaid(dayFormat().format(new Date(moment)));

/** Making one takes as long as a tenth of the panel. */
const isoDayFormat = once(() => new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" }));

/** "2026-11-24", in Brasília. */
export const isoDayInBrasilia = (date: Date): string => isoDayFormat().format(date);

/** "05/03/2026, 19:30", in Brasília: a moment in a cell of a spreadsheet. */
export const spreadsheetTime = (date: Date): string =>
  date.toLocaleString("pt-BR", { timeZone: "America/Sao_Paulo", dateStyle: "short", timeStyle: "short" });

/** Noon of a day that has no time ("2026-11-24"), so that it is the same day in the reader's time zone. */
const noonOf = (day: string): Date => new Date(`${day}T12:00`);

/** "18 nov., 23:10", in the reader's time zone */
export const shortDayAndTime = (date: Date): string => format(date, "d MMM'.,' HH:mm", { locale: ptBR });

/** "24 nov." */
export const shortDay = (day: string): string => `${format(noonOf(day), "d MMM", { locale: ptBR })}.`;

/** "24 de novembro" */
export const longDay = (day: string): string => dayOfMonth(noonOf(day));

/** "terça-feira, 24 de novembro" */
export const weekdayAndDay = (day: string): string => `${weekdayName(noonOf(day))}, ${longDay(day)}`;

/** "ter." */
export const weekday = (day: string): string => `${format(noonOf(day), "EEEE", { locale: ptBR }).slice(0, 3)}.`;

/** "24": the day of the month. */
export const monthDay = (day: string): string => format(noonOf(day), "d");

/** "há 2 dias" */
export const timeAgo = (date: Date): string => formatDistanceStrict(date, new Date(), { locale: ptBR, addSuffix: true });

/** "8,4" */
export const oneDecimal = (value: number): string =>
  value.toLocaleString("pt-BR", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
