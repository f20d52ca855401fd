import { addDays, daysBetween } from "#app/lib/days.ts";

type Group = { startsOn: string; closedAt: Date | null; weeks: number };

/** Which week of a group begins on a Monday: below 1 before its first, above their number after its last. */
export const weekOn = ({ startsOn }: Pick<Group, "startsOn">, monday: string): number => daysBetween(startsOn, monday) / 7 + 1;

export const mondayOfWeek = ({ startsOn }: Pick<Group, "startsOn">, number: number): string =>
  addDays(startsOn, 7 * (number - 1));

/** The Sunday with which it ends. */
export const lastDay = ({ startsOn, weeks }: Pick<Group, "startsOn" | "weeks">): string => addDays(startsOn, 7 * weeks - 1);

type GroupState = "coming" | "running" | "over" | "closed";

/** @param monday of the present week */
export function stateOf(group: Group, monday: string): GroupState {
  if (group.closedAt !== null) return "closed";
  const week = weekOn(group, monday);
  if (week < 1) return "coming";
  return week > group.weeks ? "over" : "running";
}

/** Whether it can be joined, changed and handed over. */
export const isOpen = (state: GroupState): boolean => state === "coming" || state === "running";
