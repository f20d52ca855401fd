/** By the number of the day, of which 0 is Sunday. */
export const WEEKDAYS = ["Domingo", "Segunda", "Terça", "Quarta", "Quinta", "Sexta", "Sábado"];

/** The zones of Brazil, as their clocks are known by. */
export const BRAZILIAN_ZONES: Record<string, string> = {
  "America/Sao_Paulo": "Brasília",
  "America/Cuiaba": "Cuiabá, uma hora antes de Brasília",
  "America/Rio_Branco": "Rio Branco, duas horas antes de Brasília",
  "America/Noronha": "Fernando de Noronha, uma hora depois de Brasília",
};

/** Minutes of a session whose hour is chosen from a mentor's free ones. */
export const SESSION_MINUTES = 60;
/** How many days ahead free hours are offered, and how many of them at most. */
export const DAYS_AHEAD = 28;
export const MOST_SLOTS = 60;
/** Minutes for which an hour is kept for who writes a request, and days for which it is while the mentor has not answered. */
export const HELD_MINUTES = 15;
export const ASKED_DAYS = 2;

export const DAY_MINUTES = 1440;

/** "19:00" of minutes since midnight; "24:00" of the end of a day. */
export const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The minutes of "19:00" since midnight; "00:00" as an end is the end of the day. */
export function minutesOf(time: string, isEnd = false): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const total = hours * 60 + minutes;
  return isEnd && total === 0 ? DAY_MINUTES : total;
}
