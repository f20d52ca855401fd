import { eq, sql } from "drizzle-orm";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { readingGroupMembers, readingGroups, readingGroupWeeks } from "./reading-groups.table.ts";

/** The groups that a member reads in, and those for which they answer. What they have read is in the sections of lessons and studies. */
export const READING_GROUPS_DATA: PersonalTable[] = [
  {
    table: readingGroupMembers,
    holds: [readingGroupMembers.userId],
    exported: section({
      key: "readingGroups",
      title: "Grupos de leitura de que você participa",
      from: readingGroupMembers,
      whose: readingGroupMembers.userId,
      order: readingGroupMembers.createdAt,
      fields: {
        group: [sql<string>`(select g.name from reading_groups g where g.id = ${readingGroupMembers.groupId})`, "Grupo"],
        showsReading: [readingGroupMembers.showsReading, "Os outros veem o que você leu"],
        createdAt: [readingGroupMembers.createdAt, "Desde"],
      },
    }),
    leftOut: [[readingGroupMembers.groupId, "shown as the group's name"]],
    deleted: cascade,
  },
  {
    table: readingGroups,
    holds: [readingGroups.keeperId],
    exported: section({
      key: "keptReadingGroups",
      title: "Grupos de leitura de que você é o responsável",
      from: readingGroups,
      whose: readingGroups.keeperId,
      order: readingGroups.createdAt,
      fields: {
        name: [readingGroups.name, "Nome"],
        word: [readingGroups.word, "Palavra aos irmãos"],
        startsOn: [readingGroups.startsOn, "Primeira semana"],
        closedAt: [readingGroups.closedAt, "Encerrado em"],
        createdAt: [readingGroups.createdAt, "Aberto em"],
      },
    }),
    leftOut: [
      [readingGroups.lodgeId, "the Lodge is in the member's profile"],
      [readingGroups.degree, "how the group is, which is everybody's"],
    ],
    deleted: {
      by: "set null", // the group goes on without their words
      erase: (tx, { id }) => tx.update(readingGroups).set({ word: "" }).where(eq(readingGroups.keeperId, id)),
    },
  },
  {
    table: readingGroupWeeks,
    holds: [],
    exported: { not: "which texts a group reads is no data of a member's" },
    deleted: { by: "kept", why: "the group goes on" },
  },
];
