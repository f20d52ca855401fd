import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** A member: Better Auth's user and the specification's `profiles` are one row, so that no address or name is kept twice. */
export const profiles = pgTable(
  "profiles",
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique(),
    /** A link that was mailed to the address has been used for this account. Sign-up proves nothing: anybody can type any address. */
    emailVerified: boolean("email_verified").notNull().default(false),
    name: text("full_name").notNull(),
    image: text(),
    lodge: text(),
    degree: text().$type<Degree>().notNull().default("aprendiz"),
    /** The level that the last assessment suggested; it opens nothing. */
    level: text().$type<Degree>(),
    lastAccessAt: moment("last_access_at"),
    /** When the visit before the present one ended: what the dashboard calls "Último acesso". */
    previousAccessAt: moment("previous_access_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("profiles_newest_idx").on(table.createdAt, table.id),
    check("profiles_degree_check", sql.raw(`degree in (${DEGREES.map((degree) => `'${degree}'`).join(", ")})`)),
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

export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey().defaultRandom(),
    token: text().notNull().unique(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** Absolute limit. The idle limit counts from `updatedAt`. */
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [index("sessions_user_id_idx").on(table.userId), index("sessions_expires_at_idx").on(table.expiresAt)],
);

/** Credentials. `password` holds a scrypt hash (src/server/password.ts), never a password. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    issuer: text(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: moment("access_token_expires_at"),
    refreshTokenExpiresAt: moment("refresh_token_expires_at"),
    scope: text(),
    password: text(),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [index("accounts_user_id_idx").on(table.userId)],
);

/** One-time tokens (password reset), stored hashed. */
export const verifications = pgTable(
  "verifications",
  {
    id: uuid().primaryKey().defaultRandom(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("verifications_identifier_idx").on(table.identifier),
    index("verifications_value_idx").on(table.value),
    index("verifications_expires_at_idx").on(table.expiresAt),
  ],
);

/** Who agreed to which version of which text, when, and when he took it back (LGPD art. 8). */
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
