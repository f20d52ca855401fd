import type { Role } from "#app/features/account/account.table.ts";

type Someone = { role: Role };

/** Every member reads the library; administrators keep it. */
export const canAddItem = ({ role }: Someone): boolean => role === "admin";
export const canEditItem = ({ role }: Someone): boolean => role === "admin";
export const canDeleteItem = ({ role }: Someone): boolean => role === "admin";
export const canUpload = ({ role }: Someone): boolean => role === "admin";
