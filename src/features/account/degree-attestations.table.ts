import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { OFFICES, type Office } from "#app/features/lodges/lodges.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { profiles } from "./account.table.ts";

/** Who attested a member's degree, in which office and when. Goes with the member; when who attested is deleted, it stays without their name. */
export const degreeAttestations = pgTable(
  "degree_attestations",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    degree: text().$type<Degree>().notNull(),
    attestedBy: uuid("attested_by").references(() => profiles.id, { onDelete: "set null" }),
    /** Null for an administrator. */
    office: text().$type<Office>(),
    lodgeId: uuid("lodge_id").references(() => lodges.id, { onDelete: "set null" }),
    attestedAt: moment("attested_at").notNull().defaultNow(),
  },
  (table) => [
    index("degree_attestations_user_idx").on(table.userId, table.attestedAt),
    index("degree_attestations_attested_by_idx").on(table.attestedBy),
    index("degree_attestations_lodge_idx").on(table.lodgeId),
    check("degree_attestations_degree_check", oneOf("degree", DEGREES)),
    check("degree_attestations_office_check", oneOf("office", OFFICES)),
  ],
);
