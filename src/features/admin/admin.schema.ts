import { z } from "zod";
import type { Role } from "#app/features/account/account.table.ts";
import { cursor } from "#app/lib/cursor.ts";
import { DEGREES } from "#app/lib/degrees.ts";
import { SEARCH_LENGTH, SEARCH_TOO_LONG } from "#app/lib/search.ts";
import { fold } from "#app/lib/text.ts";

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

/** A search travels in the body, never in an address: whom one looks for reveals who belongs to the order (ASVS 14.2.1). */
export const memberSearchInput = z.strictObject({
  search: line(SEARCH_LENGTH, SEARCH_TOO_LONG).default(""),
  order: z.enum(MEMBER_ORDERS, "Ordem desconhecida").default("newest"),
  role: z.enum(ROLES, "Permissão desconhecida").optional(),
  degree: z.enum(DEGREES, "Grau desconhecido").optional(),
  after: cursor.optional(),
});

export const memberParams = z.strictObject({ userId: z.uuid() });
export const requestParams = z.strictObject({ requestId: z.uuid() });
/** To make an administrator one types the member's name, so that no wrong row is taken by a slip. */
export const roleInput = z.strictObject({
  role: z.enum(ROLES, "Permissão desconhecida"),
  typedName: line(100, "Nome muito longo").optional(),
});

/** What the dialog holds. */
export const administratorForm = z.strictObject({
  typedName: line(100, "Nome muito longo").pipe(z.string().min(1, "Digite o nome do membro")),
});

/** Whether a typed name is the member's, whatever its case, accents and spaces. */
export const isSameName = (typed: string, name: string): boolean => {
  const plain = (text: string) => fold(text).replace(/\s+/g, " ").trim();
  return plain(typed) === plain(name);
};

export const degreeInput = z.strictObject({ degree: z.enum(DEGREES, "Grau desconhecido") });
const reason = (missing: string) =>
  z
    .string({ error: missing })
    .transform((value) => value.replaceAll("\u0000", "").trim())
    .pipe(z.string().min(3, missing).max(500, "O motivo deve ter no máximo 500 caracteres"));

export const refusalInput = z.strictObject({ reason: reason("Escreva o motivo da recusa") });
export const suspensionInput = z.strictObject({ reason: reason("Escreva o motivo da suspensão") });

export type MemberSearch = z.input<typeof memberSearchInput>;
export type MemberSearchInput = z.output<typeof memberSearchInput>;
export type RoleInput = z.output<typeof roleInput>;
export type DegreeInput = z.output<typeof degreeInput>;
export type SuspensionInput = z.output<typeof suspensionInput>;
export type RefusalInput = z.output<typeof refusalInput>;

/** What may wait for the administration. */
export const MATTERS = [
  "degrees",
  "admissions",
  "contestations",
  "spellings",
  "posts",
  "messages",
  "letters",
  "mentoring",
  "texts",
] as const;
export type MatterKind = (typeof MATTERS)[number];
/** Somebody waits for it; for a spelling to be joined to a Lodge nobody does. */
export const isDecision = <Of extends { kind: MatterKind }>(
  matter: Of,
): matter is Of & { kind: Exclude<MatterKind, "spellings"> } => matter.kind !== "spellings";
