import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { longDay } from "#app/lib/format.ts";
import type { GroupList } from "../reading-groups.answers.ts";

type Facts = Pick<GroupList["groups"][number], "state" | "week" | "from" | "to" | "degree"> & { weeks: number };

/** Where a group is in its weeks. */
export function progressOf({ state, week, from, to, weeks }: Facts): string {
  switch (state) {
    case "coming":
      return `Começa na segunda-feira, ${longDay(from)}`;
    case "running":
      return `Semana ${week} de ${weeks}`;
    case "over":
      return `Terminou em ${longDay(to)}`;
    case "closed":
      return "Encerrado";
  }
}

export const degreeOf = ({ degree }: Pick<Facts, "degree">): string => `Grau de ${DEGREE_LABEL[degree]}`;
