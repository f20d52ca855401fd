import { isToday } from "date-fns/isToday";
import { isYesterday } from "date-fns/isYesterday";
import { dayAndMonth, dayOfMonth, hourAndMinute, weekdayName } from "#app/lib/format.ts";

const WEEK_MS = 6 * 24 * 3_600_000;

/** A day's heading: what one would call it, and its date. */
export function dayTitle(date: Date): { name: string; date: string } {
  const day = `${weekdayName(date)}, ${dayOfMonth(date)}`;
  if (isToday(date)) return { name: "Hoje", date: day };
  if (isYesterday(date)) return { name: "Ontem", date: day };
  const name = weekdayName(date);
  if (Date.now() - date.getTime() < WEEK_MS) return { name: name[0]!.toUpperCase() + name.slice(1), date: dayOfMonth(date) };
  return { name: dayOfMonth(date), date: name };
}

/** In few letters: the hour of today, else the day. */
export function when(date: Date): string {
  if (isToday(date)) return hourAndMinute(date);
  return isYesterday(date) ? "Ontem" : dayAndMonth(date);
}

/** "A mais antiga é de ... hoje, ontem, quinta-feira, 12 de novembro" */
export function dayInSentence(date: Date): string {
  if (isToday(date)) return "hoje";
  if (isYesterday(date)) return "ontem";
  return Date.now() - date.getTime() < WEEK_MS ? weekdayName(date) : dayOfMonth(date);
}
