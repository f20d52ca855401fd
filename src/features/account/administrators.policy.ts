import type { Role } from "./account.table.ts";

/** The academy is never left without an administrator: the only one can be neither demoted nor deleted. */
export const isLastAdmin = (target: { role: Role }, administrators: number): boolean =>
  target.role === "admin" && administrators <= 1;
