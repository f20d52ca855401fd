import { sql } from "drizzle-orm";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { OFFICE_LABEL } from "./lodges.schema.ts";
import { lodgeOfficers } from "./officers.table.ts";

export const LODGES_DATA: PersonalTable[] = [
  {
    table: lodgeOfficers,
    holds: [lodgeOfficers.memberId],
    exported: section({
      key: "lodgeOffices",
      title: "Cargos em Loja",
      from: lodgeOfficers,
      whose: lodgeOfficers.memberId,
      order: lodgeOfficers.startsAt,
      fields: {
        office: [lodgeOfficers.office, "Cargo", OFFICE_LABEL],
        lodge: [sql<string>`(select l.name from lodges l where l.id = ${lodgeOfficers.lodgeId})`, "Loja"],
        startsAt: [lodgeOfficers.startsAt, "Desde"],
        endsAt: [lodgeOfficers.endsAt, "Até"],
        createdAt: [lodgeOfficers.createdAt, "Nomeado em"],
      },
    }),
    leftOut: [
      [lodgeOfficers.lodgeId, "the name of the Lodge is exported instead of its number"],
      [lodgeOfficers.toldOfEndAt, "a mark that the program keeps to write once"],
    ],
    deleted: cascade,
  },
];
