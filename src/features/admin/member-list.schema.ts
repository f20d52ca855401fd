import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";
import { DEGREES } from "#app/lib/degrees.ts";
import { degreeInput, MEMBER_ORDERS, memberSearchInput, suspensionInput } from "./admin.schema.ts";

/** How a member stands, as the list is narrowed by it (`Standing` in src/server/context.ts). */
export const LISTED_STANDINGS = ["full", "unconfirmed", "waiting", "suspended"] as const;
export type ListedStanding = (typeof LISTED_STANDINGS)[number];

/** Since when a member has not been here: within so many days, not within so many, or never. */
export const LAST_ACCESSES = ["30", "365", "not-90", "never"] as const;
export type LastAccess = (typeof LAST_ACCESSES)[number];

/** Up to here what fits is counted: a whole academy would be read for a number that nobody needs exactly. */
export const COUNTED = 1_000;

const filter = z.strictObject({
  search: memberSearchInput.shape.search,
  order: z.enum(MEMBER_ORDERS, "Ordem desconhecida").default("name"),
  /** A Lodge of the list, or those who are of none. */
  lodge: z.union([z.uuid(), z.literal("none")], "Loja desconhecida").optional(),
  degree: z.enum(DEGREES, "Grau desconhecido").optional(),
  standing: z.enum(LISTED_STANDINGS, "Estado desconhecido").optional(),
  access: z.enum(LAST_ACCESSES, "Escolha um dos períodos").optional(),
});

/** Travels in the body, never in an address: whom one looks for reveals who belongs to the order (ASVS 14.2.1). */
export const memberListInput = filter.extend({ after: cursor.optional() });
export const memberExportInput = filter;
export type MemberListFilter = z.output<typeof memberExportInput>;
export type MemberListInput = z.output<typeof memberListInput>;
export type MemberListQuery = z.input<typeof memberExportInput>;

/** Members that one act is about. */
export const MOST_CHOSEN = 50;
const userIds = z
  .array(z.uuid())
  .min(1, "Escolha ao menos um membro")
  .max(MOST_CHOSEN, `Escolha até ${MOST_CHOSEN} membros por vez`);

/** One act on several members; for each of them it is the same as by itself. */
export const memberBatchInput = z.discriminatedUnion("act", [
  degreeInput.extend({ act: z.literal("degree"), userIds }),
  suspensionInput.extend({ act: z.literal("suspend"), userIds }),
]);
export type MemberBatchInput = z.output<typeof memberBatchInput>;
