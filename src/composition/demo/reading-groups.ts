import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { readStudies } from "#app/content/studies.ts";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { readingGroupMembers, readingGroups, readingGroupWeeks } from "#app/features/reading-groups/reading-groups.table.ts";
import { searchableGroups } from "#app/features/reading-groups/searchable-groups.service.ts";
import { indexForSearch } from "#app/features/search/search-index.service.ts";
import { studyPositions } from "#app/features/studies/studies.table.ts";
import { presentMonday } from "#app/features/week/week.policy.ts";
import { addDays } from "#app/lib/days.ts";

const WEEKS = 6;
/** The group is in its third week. */
const WEEKS_AGO = 2;
/** How many of its texts each of those who take part has read, in turn, and whether the others may see it; the student comes first. */
const READERS = [
  { read: 1, shows: true },
  { read: 3, shows: true },
  { read: 2, shows: false },
  { read: 2, shows: true },
  { read: 0, shows: false },
];

/** A group of the student's Lodge, opened by its mentor: pieces of the first degree, one a week. */
export async function seedReadingGroups(tx: Db, ids: ReadonlyMap<string, string>): Promise<void> {
  const [student, keeperId] = ["aluno", "mentor"].map((name) => ids.get(`${name}@academia.example`)!);
  const [self] = await tx.select({ lodgeId: profiles.lodgeId }).from(profiles).where(eq(profiles.id, student!));
  const lodgeId = self!.lodgeId!;
  const brothers = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.lodgeId, lodgeId))
    .orderBy(asc(profiles.createdAt), asc(profiles.email));
  const others = brothers.filter(({ id }) => id !== student && id !== keeperId).map(({ id }) => id);
  const pieces = readStudies().filter(({ sort, degree }) => sort === "piece" && degree === "aprendiz");

  const groupId = randomUUID();
  const startsOn = addDays(presentMonday(), -7 * WEEKS_AGO);
  await tx.insert(readingGroups).values({
    ...{ id: groupId, lodgeId, keeperId: keeperId!, degree: "aprendiz", startsOn },
    name: "Uma peça por semana",
    word: "Cada um lê em casa, no seu tempo. Na quinta, depois da sessão, conversamos dez minutos sobre a peça da semana.",
    createdAt: new Date(`${addDays(startsOn, -4)}T23:10:00Z`),
  });
  const weeks = pieces.slice(0, WEEKS).map(({ id }, index) => ({ number: index + 1, textKind: "study" as const, textId: id }));
  await tx.insert(readingGroupWeeks).values(weeks.map((week) => ({ groupId, ...week })));
  const readers = [student!, ...others].slice(0, READERS.length).map((userId, index) => ({ userId, ...READERS[index]! }));
  await tx.insert(readingGroupMembers).values(readers.map(({ userId, shows }) => ({ groupId, userId, showsReading: shows })));
  const read = readers.flatMap(({ userId, read: count }) =>
    weeks.slice(0, count).map(({ number, textId }) => {
      const readAt = new Date(`${addDays(startsOn, 7 * (number - 1))}T12:40:00Z`);
      return { userId, studyId: textId, position: 1, readAt, createdAt: readAt, updatedAt: readAt };
    }),
  );
  await tx.insert(studyPositions).values(read);
  await indexForSearch(tx, await searchableGroups(tx, groupId));
}
