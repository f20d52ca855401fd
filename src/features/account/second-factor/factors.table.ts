import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "../account.table.ts";

const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" });

export const FACTOR_KINDS = ["totp", "passkey"] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** What a member shows besides their password, or, with a passkey, instead of it. One that is not verified yet counts for nothing. */
export const factors = pgTable(
  "factors",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: owner(),
    kind: text().$type<FactorKind>().notNull(),
    name: text().notNull(),
    /** TOTP: the shared secret, encrypted (src/server/seal.ts). */
    secret: text(),
    /** TOTP: the 30-second step of the last code that was accepted; no code of it or of one before counts again. */
    lastStep: bigint("last_step", { mode: "number" }),
    /** Passkey: its id and public key (COSE), base64url. */
    credentialId: text("credential_id").unique(),
    publicKey: text("public_key"),
    /** Passkey: how often it signed, as it says itself; synced ones always say 0. */
    signCount: bigint("sign_count", { mode: "number" }),
    transports: text().array(),
    verifiedAt: moment("verified_at"),
    lastUsedAt: moment("last_used_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("factors_user_id_idx").on(table.userId),
    check(
      "factors_kind_check",
      sql`(kind = 'totp' and secret is not null) or (kind = 'passkey' and credential_id is not null and public_key is not null)`,
    ),
  ],
);

/** Ten codes for the day on which the phone is gone; each counts once and is deleted then. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: owner(),
    /** HMAC under a key derived from AUTH_SECRET: the table alone lets nobody try codes. */
    codeHash: text("code_hash").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [unique("recovery_codes_user_id_code_hash_unique").on(table.userId, table.codeHash)],
);

/** Browsers that are not asked for the second factor ("confiar neste aparelho por 30 dias"). */
export const trustedDevices = pgTable(
  "trusted_devices",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: owner(),
    tokenHash: text("token_hash").notNull().unique(),
    userAgent: text("user_agent").notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [index("trusted_devices_user_id_idx").on(table.userId), index("trusted_devices_expires_at_idx").on(table.expiresAt)],
);

/** Sign-ins that wait for the second factor: the first step is proven, no session is open. */
export const signInSteps = pgTable(
  "sign_in_steps",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: owner(),
    tokenHash: text("token_hash").notNull().unique(),
    /** How the first step was proven (`Proof`). */
    proof: text().notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [index("sign_in_steps_user_id_idx").on(table.userId), index("sign_in_steps_expires_at_idx").on(table.expiresAt)],
);

/** Challenges that a passkey has answered: none is accepted twice. Unanswered ones are kept nowhere (passkeys.service.ts). */
export const spentChallenges = pgTable(
  "spent_challenges",
  { challenge: text().primaryKey(), expiresAt: moment("expires_at").notNull() },
  (table) => [index("spent_challenges_expires_at_idx").on(table.expiresAt)],
);

/** An administrator's request to take a member's factors away, which waits so that the member can object. */
export const factorResets = pgTable(
  "factor_resets",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    requestedBy: uuid("requested_by").references(() => profiles.id, { onDelete: "set null" }),
    dueAt: moment("due_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [index("factor_resets_due_at_idx").on(table.dueAt), index("factor_resets_requested_by_idx").on(table.requestedBy)],
);
