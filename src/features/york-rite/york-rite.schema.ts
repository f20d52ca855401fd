import type { YorkRite } from "#app/content/public-pages.ts";

export type { YorkRite };
export type YorkBody = YorkRite["bodies"][number];
export type YorkDegree = YorkRite["degrees"][number];

/** The study that members may read of a degree. */
export type StudyOfDegree = { id: string; title: string; degree: number };
