import type { Role } from "./account.table.ts";

type Person = { id: string; role: Role };

/** Members write their own profile, an administrator corrects another's: nobody does the one with the other's means. */
export const mayWriteProfile = (actor: Person, memberId: string): boolean => actor.id === memberId;
export const mayCorrectProfile = (actor: Person, memberId: string): boolean => actor.role === "admin" && actor.id !== memberId;
