import { z } from "zod";
import { email, newPassword } from "#app/features/account/account.schema.ts";
import { fullName, lodge } from "#app/features/account/profile.schema.ts";
import { cursor } from "#app/lib/cursor.ts";
import { DEGREES } from "#app/lib/degrees.ts";
import { SEARCH_LENGTH, SEARCH_TOO_LONG } from "#app/lib/search.ts";

/** How long a link counts, in days. */
export const INVITATION_DAYS = 14;

/** What became of an invitation. `returned`: the letter has not been taken by the mail server so far. */
export const INVITATION_STATES = ["queued", "waiting", "returned", "expired", "accepted", "withdrawn"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** By what the list is narrowed; each has its index. */
export const INVITATION_FILTERS = ["waiting", "returned", "accepted", "expired", "withdrawn"] as const;
export type InvitationFilter = (typeof INVITATION_FILTERS)[number];

/** One person; the Lodge as one writes it: its number, its name or both. */
export const invitationInput = z.strictObject({
  name: fullName,
  email,
  lodge,
  degree: z.enum(DEGREES, "Escolha o grau"),
});
export type InvitationInput = z.output<typeof invitationInput>;

/** How many invitations the page said it would send, so that a list that means something else meanwhile is not sent unseen. */
export const batchQuery = z.strictObject({ ready: z.coerce.number().int().min(1).max(5_000) });

/** Travels in the body, never in an address: whom one looks for reveals who belongs to the order (ASVS 14.2.1). */
export const invitationSearchInput = z.strictObject({
  show: z.enum(INVITATION_FILTERS, "Estado desconhecido").optional(),
  search: z
    .string()
    .max(SEARCH_LENGTH, SEARCH_TOO_LONG)
    .transform((value) => value.replace(/\p{Cc}/gu, " ").trim())
    .default(""),
  after: cursor.optional(),
});
export type InvitationSearch = z.input<typeof invitationSearchInput>;
export type InvitationSearchInput = z.output<typeof invitationSearchInput>;

export const invitationParams = z.strictObject({ invitationId: z.uuid() });
export const batchParams = z.strictObject({ batchId: z.uuid() });

export const correctionInput = z.strictObject({ email });
export type CorrectionInput = z.output<typeof correctionInput>;

export const openInvitationInput = z.strictObject({ token: z.string().min(1).max(200) });
export type OpenInvitationInput = z.output<typeof openInvitationInput>;

export const acceptForm = z.strictObject({ fullName, password: newPassword });
export const acceptInput = acceptForm.extend(openInvitationInput.shape);
export type AcceptInput = z.output<typeof acceptInput>;
