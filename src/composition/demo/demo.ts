import { sql } from "drizzle-orm";
import { readModules } from "#app/content/courses.ts";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import { passwords, profiles, userRoles } from "#app/features/account/account.table.ts";
import { assessmentAttempts } from "#app/features/assessment/assessment.table.ts";
import { recordCompletions } from "#app/features/courses/completions.service.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { DEMO_PASSWORD } from "#app/features/system/demo-accounts.service.ts";
import { PEOPLE } from "#app/features/system/demo-people.ts";
import type { Services } from "#app/server/context.ts";
import { hashPassword } from "#app/server/password.ts";
import { seedAccounts } from "./account.ts";
import { seedAdmin } from "./admin.ts";
import { seedAuthoring } from "./authoring.ts";
import { seedCommunity } from "./community.ts";
import { seedInstitutional } from "./institutional.ts";
import { seedLodges } from "./lodges.ts";
import { seedMentoring } from "./mentoring.ts";
import { seedNotices } from "./notices.ts";
import { seedReadingGroups } from "./reading-groups.ts";
import { seedReview } from "./review.ts";

export const DEMO_ACCOUNTS = [
  { email: "admin@academia.example", role: "administrador" },
  { email: "mentor@academia.example", role: "Mestre Instrutor" },
  { email: "aluno@academia.example", role: "aluno" },
  { email: "secretario@academia.example", role: "Secretário de uma Loja" },
] as const;

/** The demo student's records: they add up to the figures of the specification (100, 75, 50 and 25 percent; 35 percent in all). */
const STUDENT_LESSONS: { module: number; lessons: number; halfRead?: number }[] = [
  { module: 1, lessons: 5 },
  { module: 2, lessons: 6 },
  { module: 3, lessons: 2 },
  { module: 4, lessons: 1, halfRead: 2 },
];

/** Fills an empty database with demonstration data. Never called in production. */
export async function seedDemo({ db, log }: Pick<Services, "db" | "log">): Promise<void> {
  const hash = await hashPassword(DEMO_PASSWORD);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.seed})`);
    if ((await tx.$count(profiles)) > 0) return;
    const ids = await seedPeople(tx, hash);
    await tx.insert(userRoles).values({ userId: ids.get("admin@academia.example")!, role: "admin" });
    await seedStudent(tx, ids.get("aluno@academia.example")!);
    await seedAdmin(tx, ids);
    await seedLodges(tx, ids, hash);
    await seedAccounts(tx, ids);
    await seedInstitutional(tx, ids);
    await seedReadingGroups(tx, ids);
    await seedMentoring(tx, ids);
    await seedNotices(tx, ids);
    await seedCommunity(tx, ids);
    await seedAuthoring(tx, ids);
    log.info({ members: ids.size }, "demo data seeded");
  });
}

const daysBefore = (days: number, hour: number, minute: number): Date => {
  const date = new Date(Date.now() - days * 86_400_000);
  date.setUTCHours(hour + 3, minute, 0, 0); // Brasília is three hours behind UTC
  return date;
};

async function seedPeople(tx: Db, hash: string): Promise<Map<string, string>> {
  const rows = PEOPLE.map(({ daysAgo, email, name, degree, lodge }) => ({
    email,
    name,
    degree,
    lodge,
    emailVerified: true,
    createdAt: daysBefore(daysAgo, 10, 0),
  }));
  const made = await tx.insert(profiles).values(rows).returning({ id: profiles.id, email: profiles.email });
  await tx.insert(passwords).values(made.map(({ id }) => ({ userId: id, hash })));
  return new Map(made.map(({ id, email }) => [email, id]));
}

async function seedStudent(tx: Db, userId: string): Promise<void> {
  const rows: (typeof lessonProgress.$inferInsert)[] = [];
  let days = 20;
  const outlines = new Map(readModules().map(({ id, lessons }) => [id, lessons]));
  for (const { module, lessons, halfRead } of STUDENT_LESSONS) {
    const lessonIds = outlines.get(module)!.map(({ id }) => id);
    for (let number = 1; number <= lessons; number += 1) {
      const at = daysBefore(days, 21, 10 + number);
      rows.push({
        userId,
        lessonId: lessonIds[number - 1]!,
        furthest: 1,
        position: 1,
        completedAt: at,
        createdAt: at,
        updatedAt: at,
      });
      days -= 1;
    }
    if (halfRead) {
      const at = daysBefore(1, 22, 6);
      rows.push({ userId, lessonId: lessonIds[halfRead - 1]!, furthest: 0.5, position: 0.5, createdAt: at, updatedAt: at });
    }
  }
  await tx.insert(lessonProgress).values(rows);
  await recordCompletions(tx);
  await seedReview(tx, userId);
  const answers = { q1: "b", q2: "d", q3: "b", q4: "a", q5: "c" };
  await tx
    .insert(assessmentAttempts)
    .values({ userId, answers, rightCount: 4, level: "companheiro", createdAt: daysBefore(40, 20, 30) });
  await tx
    .update(profiles)
    .set({ level: "companheiro", lastAccessAt: daysBefore(1, 22, 14) })
    .where(sql`${profiles.id} = ${userId}`);
}
