import type { YorkRite } from "#app/content/public-pages.ts";

export type { YorkRite };
export type YorkBody = YorkRite["bodies"][number];
export type YorkDegree = YorkRite["degrees"][number];
