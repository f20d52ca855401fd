import { z } from "zod";
import type { Role } from "#app/features/account/account.table.ts";
import { DEGREES } from "#app/lib/degrees.ts";
import { SEARCH_LENGTH, SEARCH_TOO_LONG } from "#app/lib/search.ts";

export const ROLES = ["user", "admin"] as const satisfies Role[];

export const ROLE_LABEL: Record<Role, string> = { user: "Usuário", admin: "Admin" };

/** Orders of the member list; each has its index. */
export const MEMBER_ORDERS = ["newest", "name"] as const;

/** Control characters are no text; PostgreSQL refuses the null one. */
const line = (max: number, message: string) =>
  z
    .string()
    .max(max, message)
    .transform((value) => value.replace(/\p{Cc}/gu, " ").trim());

/** Where the next page begins: behind the last member shown, so that newcomers shift nothing. */
const cursor = z.strictObject({
  /** The last one's place in the order: his name, or when he joined (to the microsecond). */
  key: line(255, "Página desconhecida"),
  id: z.uuid("Página desconhecida"),
});

const JOINED = /^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{6}Z$/;

/** A search travels in the body, never in an address: whom one looks for tells who belongs to the order (ASVS 14.2.1). */
export const memberSearchInput = z
  .strictObject({
    search: line(SEARCH_LENGTH, SEARCH_TOO_LONG).default(""),
    order: z.enum(MEMBER_ORDERS, "Ordem desconhecida").default("newest"),
    role: z.enum(ROLES, "Permissão desconhecida").optional(),
    degree: z.enum(DEGREES, "Grau desconhecido").optional(),
    after: cursor.optional(),
  })
  .refine(({ order, after }) => !after || order !== "newest" || isMoment(after.key), {
    path: ["after"],
    message: "Página desconhecida",
  });

/** A real moment: the 31st of February comes back from a date as another day. */
function isMoment(key: string): boolean {
  const time = JOINED.test(key) ? Date.parse(key) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === key.slice(0, 19);
}

export const memberParams = z.strictObject({ userId: z.uuid() });
export const requestParams = z.strictObject({ requestId: z.uuid() });
export const roleInput = z.strictObject({ role: z.enum(ROLES, "Permissão desconhecida") });
export const degreeInput = z.strictObject({ degree: z.enum(DEGREES, "Grau desconhecido") });
export const refusalInput = z.strictObject({
  reason: z
    .string({ error: "Escreva o motivo da recusa" })
    .transform((value) => value.replaceAll("\u0000", "").trim())
    .pipe(z.string().min(3, "Escreva o motivo da recusa").max(500, "O motivo deve ter no máximo 500 caracteres")),
});

export type MemberSearch = z.input<typeof memberSearchInput>;
export type MemberSearchInput = z.output<typeof memberSearchInput>;
export type RoleInput = z.output<typeof roleInput>;
export type DegreeInput = z.output<typeof degreeInput>;
export type RefusalInput = z.output<typeof refusalInput>;
