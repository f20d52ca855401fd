import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import type { ReadingSettings } from "#app/lib/reading.ts";

/** As the members' list is ordered (admin/member-list.service.ts). */
const BY_NAME = sql`full_name collate "und-x-icu"`;

/** A member: who signs in and the specification's `profiles` are one row, so that no address or name is kept twice. */
export const profiles = pgTable(
  "profiles",
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique(),
    /** A link that was mailed to the address has been used for this account. Sign-up proves nothing: anybody can type any address. */
    emailVerified: boolean("email_verified").notNull().default(false),
    /**
     * They signed up and have not shown yet that the mailbox is theirs, so that only a part is open to them. Not the opposite of `emailVerified`: who
     * was a member before addresses had to be confirmed waits for nothing, though theirs was never proved (decision 0023).
     */
    awaitsConfirmation: boolean("awaits_confirmation").notNull().default(false),
    /** They signed up while the house admits with approval, and nobody has admitted them yet (admission.table.ts). */
    awaitsAdmission: boolean("awaits_admission").notNull().default(false),
    name: text("full_name").notNull(),
    /** The Lodge as the member wrote it. */
    lodge: text(),
    /** The Lodge that it is: by a spelling that an administrator joined to it, an invitation or an administrator's act. */
    lodgeId: uuid("lodge_id").references(() => lodges.id, { onDelete: "set null" }),
    /** When an officer, an invitation or an administrator answered for it; until then the member only says so, and receives nothing of the Lodge. */
    lodgeConfirmedAt: moment("lodge_confirmed_at"),
    degree: text().$type<Degree>().notNull().default("aprendiz"),
    /** The level that the last assessment suggested; it opens nothing. */
    level: text().$type<Degree>(),
    /** How they want texts to be shown; null until they first say it. */
    reading: jsonb().$type<ReadingSettings>(),
    /** Which private address of the calendar feed is theirs now; null while they have none (ephemerides/feed.service.ts). */
    calendarFeed: integer("calendar_feed"),
    /** Since when an administrator keeps them out, and why; both null for everybody else. */
    suspendedAt: moment("suspended_at"),
    suspensionReason: text("suspension_reason"),
    lastAccessAt: moment("last_access_at"),
    /** When the visit before the present one ended: what the dashboard calls "Último acesso". */
    previousAccessAt: moment("previous_access_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("profiles_newest_idx").on(table.createdAt, table.id),
    index("profiles_lodge_name_idx").on(table.lodgeId, BY_NAME, table.id),
    index("profiles_last_access_idx").on(table.lastAccessAt),
    index("profiles_unconfirmed_name_idx").on(BY_NAME, table.id).where(sql`awaits_confirmation`),
    index("profiles_waiting_name_idx").on(BY_NAME, table.id).where(sql`awaits_admission`),
    index("profiles_suspended_name_idx").on(BY_NAME, table.id).where(sql`suspended_at is not null`),
    index("profiles_spelling_idx").on(sql`fold_text(${table.lodge})`).where(sql`lodge_id is null and lodge is not null`),
    check("profiles_degree_check", oneOf("degree", DEGREES)),
    check("profiles_address_check", sql`not (email_verified and awaits_confirmation)`),
    check("profiles_suspension_check", sql`(suspended_at is null) = (suspension_reason is null)`),
  ],
);

export const ROLES = ["user", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** A member without a row is a user. */
export const userRoles = pgTable(
  "user_roles",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    role: text().$type<Role>().notNull(),
  },
  (table) => [
    check("user_roles_role_check", sql`${table.role} in ('user', 'admin')`),
    index("user_roles_admin_idx").on(table.userId).where(sql`role = 'admin'`),
  ],
);

/**
 * How the owner of a session showed who they are when it was opened. A recovery link shows that they read the mailbox, and a sign-up
 * only that they have just chosen the password.
 */
export const PROOFS = ["password", "recovery", "sign-up", "passkey"] as const;
export type Proof = (typeof PROOFS)[number];

/** What they showed besides, where their account asks for it. */
export const SECOND_PROOFS = ["totp", "passkey", "recovery-code", "trusted-device"] as const;
export type SecondProof = (typeof SECOND_PROOFS)[number];

/** Sessions of signed-in members (what mentoring arranges are mentorship sessions). */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the token in hexadecimal: reading the table gives access to nothing (session-cookie.ts). */
    tokenHash: text("token_hash").notNull().unique(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    proof: text().$type<Proof>().notNull(),
    secondProof: text("second_proof").$type<SecondProof>(),
    /** When that proof was given; a sensitive act may ask for a younger one. */
    provenAt: moment("proven_at").notNull().defaultNow(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** Absolute limit. The idle limit counts from `updatedAt`. */
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("sessions_user_id_idx").on(table.userId),
    index("sessions_expires_at_idx").on(table.expiresAt),
    check("sessions_proof_check", oneOf("proof", PROOFS)),
    check("sessions_second_proof_check", oneOf("second_proof", SECOND_PROOFS)),
  ],
);

/** What a member signs in with: an Argon2id hash (src/server/password.ts), never the password. */
export const passwords = pgTable("passwords", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  hash: text().notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

/** Links that were mailed to set a new password; each works once. */
export const recoveryLinks = pgTable(
  "recovery_links",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the link's token in hexadecimal. */
    tokenHash: text("token_hash").notNull().unique(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [index("recovery_links_user_id_idx").on(table.userId), index("recovery_links_expires_at_idx").on(table.expiresAt)],
);

/** Browsers in which a member has signed in: a login from any other one is reported to them by letter. */
export const knownBrowsers = pgTable(
  "known_browsers",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in the browser's cookie, which is the same for all who sign in there. */
    tokenHash: text("token_hash").notNull(),
    userAgent: text("user_agent").notNull(),
    lastUsedAt: moment("last_used_at").notNull().defaultNow(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("known_browsers_user_id_token_hash_unique").on(table.userId, table.tokenHash),
    index("known_browsers_last_used_at_idx").on(table.lastUsedAt),
  ],
);

/** Links and codes that were mailed to an address, to prove that it is the member's: their account's, or one that they want instead. */
export const addressConfirmations = pgTable(
  "address_confirmations",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    email: text().notNull(),
    /** SHA-256 of the link's token in hexadecimal. */
    tokenHash: text("token_hash").notNull().unique(),
    /** HMAC of the code, under a key derived from AUTH_SECRET. */
    codeHash: text("code_hash").notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("address_confirmations_user_id_idx").on(table.userId),
    index("address_confirmations_expires_at_idx").on(table.expiresAt),
  ],
);

/** Changes of an account's address that the former one can still undo. Until then nobody else can take it. */
export const addressChanges = pgTable(
  "address_changes",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    formerEmail: text("former_email").notNull(),
    /** SHA-256 of the token of the link that undoes it, in hexadecimal. */
    tokenHash: text("token_hash").notNull().unique(),
    undoUntil: moment("undo_until").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("address_changes_user_id_idx").on(table.userId),
    index("address_changes_former_email_idx").on(table.formerEmail),
    index("address_changes_undo_until_idx").on(table.undoUntil),
  ],
);

/** Who agreed to which version of which text, when, and when they took it back (LGPD art. 8). */
export const consents = pgTable(
  "consents",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    purpose: text().notNull(),
    textVersion: text("text_version").notNull(),
    givenAt: moment("given_at").notNull().defaultNow(),
    withdrawnAt: moment("withdrawn_at"),
  },
  (table) => [index("consents_user_id_idx").on(table.userId)],
);
