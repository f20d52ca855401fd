import { eq, inArray } from "drizzle-orm";
import { readModules } from "#app/content/courses.ts";
import type { Db } from "#app/db/client.ts";
import { CONSENT_VERSION } from "#app/features/account/account.schema.ts";
import { consents, passwords, profiles } from "#app/features/account/account.table.ts";
import { degreeAttestations } from "#app/features/account/degree-attestations.table.ts";
import { hashToken, newToken } from "#app/features/account/session-cookie.ts";
import { admissionRequests } from "#app/features/admission/admission.table.ts";
import { recordCompletions } from "#app/features/courses/completions.service.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { examAttempts } from "#app/features/exam/exam.table.ts";
import { invitations } from "#app/features/invitations/invitations.table.ts";
import { lodgeName, type Office } from "#app/features/lodges/lodges.schema.ts";
import { lodgeSpellings, lodges } from "#app/features/lodges/lodges.table.ts";
import { spellingKey } from "#app/features/lodges/matching.service.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import { PEOPLE, WAITING } from "#app/features/system/demo-people.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

type Officer = { email: string; office: Office; from: number; to: number };
type DemoLodge = {
  name: string;
  number: string;
  city: string;
  state: string;
  /** As its members wrote it. */
  spellings: string[];
  /** Days from now. */
  officers: Officer[];
};

/** All Lodges are invented, and so is the body that they belong to. */
const LODGES: DemoLodge[] = [
  {
    name: "Estrela do Planalto",
    number: "41",
    city: "Brasília",
    state: "DF",
    spellings: ["Estrela do Planalto, nº 41"],
    officers: [
      { email: "mentor@academia.example", office: "instrutor", from: -200, to: 165 },
      { email: "membro43@academia.example", office: "secretario", from: -200, to: 21 },
    ],
  },
  {
    name: "Pedra Angular",
    number: "7",
    city: "Ouro Fino",
    state: "MG",
    spellings: ["Pedra Angular, nº 7"],
    officers: [
      { email: "secretario@academia.example", office: "secretario", from: -150, to: 215 },
      { email: "membro08@academia.example", office: "veneravel", from: -150, to: 215 },
      { email: "membro04@academia.example", office: "secretario", from: -515, to: -150 },
    ],
  },
  {
    name: "Aurora do Sul",
    number: "112",
    city: "Lages",
    state: "SC",
    spellings: ["Aurora do Sul, nº 112"],
    officers: [{ email: "mentor3@academia.example", office: "veneravel", from: -120, to: 245 }],
  },
  {
    name: "Fonte Clara",
    number: "23",
    city: "Poços de Caldas",
    state: "MG",
    spellings: ["Fonte Clara 23"],
    officers: [{ email: "membro22@academia.example", office: "secretario", from: -90, to: 275 }],
  },
  {
    name: "Esquadro e Régua",
    number: "88",
    city: "Campinas",
    state: "SP",
    spellings: ["Esquadro e Régua nº 88"],
    officers: [{ email: "membro28@academia.example", office: "orador", from: -420, to: -55 }],
  },
  {
    name: "Luz da Serra",
    number: "130",
    city: "Petrópolis",
    state: "RJ",
    spellings: ["Luz da Serra nº 130"],
    officers: [{ email: "membro34@academia.example", office: "veneravel", from: -30, to: 335 }],
  },
];

/** Parts of their degrees' lessons that members have read, one after the other. */
const SHARES = [1, 0.15, 0.4, 0.72, 0, 0.55, 0.93, 0.28, 0.64, 0.08, 0.85];
/** Days since they were last here, in turn. */
const ABSENCES = [0, 2, 1, 5, 45, 3, 0, 12, 1, 70, 4, 20, 2];

/** Lodges with officers, what their members have studied, and what waits for those who decide. */
export async function seedLodges(tx: Db, ids: ReadonlyMap<string, string>, hash: string): Promise<void> {
  const made = await tx
    .insert(lodges)
    .values(LODGES.map(({ spellings: _, officers: __, ...lodge }) => ({ ...lodge, jurisdiction: "Grande Loja de exemplo" })))
    .returning({ id: lodges.id, number: lodges.number });
  const lodgeOf = new Map(made.map(({ id, number }) => [number!, id]));
  for (const { name, number, spellings, officers } of LODGES) {
    const lodgeId = lodgeOf.get(number)!;
    await tx.insert(lodgeSpellings).values(
      [...new Set([...spellings, lodgeName({ name, number })])].map((spelling) => ({
        key: spellingKey(spelling),
        spelling,
        lodgeId,
      })),
    );
    await tx
      .update(profiles)
      .set({ lodgeId, lodgeConfirmedAt: inDays(-100) })
      .where(inArray(profiles.lodge, spellings));
    const terms = officers.map(({ email, office, from, to }) => ({
      lodgeId,
      memberId: ids.get(email)!,
      office,
      startsAt: inDays(from),
      endsAt: inDays(to),
    }));
    await tx.insert(lodgeOfficers).values(terms);
  }
  await seedAttestations(tx, ids);
  await seedStudy(tx, ids);
  await seedWaiting(tx, hash, lodgeOf);
}

/** The Secretário of the Pedra Angular confirmed the degrees of some of its brothers, an administrator those of others. */
async function seedAttestations(tx: Db, ids: ReadonlyMap<string, string>): Promise<void> {
  const brothers = await tx
    .select({ id: profiles.id, degree: profiles.degree, lodgeId: profiles.lodgeId, lodge: profiles.lodge })
    .from(profiles)
    .where(inArray(profiles.lodge, ["Pedra Angular, nº 7", "Fonte Clara 23"]));
  const secretary = ids.get("secretario@academia.example")!;
  const rows = brothers
    .filter(({ id }) => id !== secretary)
    .map(({ id: userId, degree, lodgeId, lodge }, index) => ({
      userId,
      degree,
      lodgeId,
      ...(lodge === "Fonte Clara 23"
        ? { attestedBy: ids.get("admin@academia.example")! }
        : { attestedBy: secretary, office: "secretario" as const }),
      attestedAt: inDays(-140 + index),
    }));
  await tx.insert(degreeAttestations).values(rows);
}

/** Lessons read from the first on, at each member's own pace, and the exams of those who came to the end of a degree. */
async function seedStudy(tx: Db, ids: ReadonlyMap<string, string>): Promise<void> {
  const modules = readModules();
  const studied = PEOPLE.filter(({ email }) => /^membro\d/.test(email));
  const read: (typeof lessonProgress.$inferInsert)[] = [];
  const exams: (typeof examAttempts.$inferInsert)[] = [];
  for (const [index, { email, degree, daysAgo }] of studied.entries()) {
    const userId = ids.get(email)!;
    const lessonIds = modules.filter((module) => coversDegree(degree, module.degree)).flatMap(({ lessons }) => lessons);
    const count = Math.floor(lessonIds.length * SHARES[index % SHARES.length]!);
    const absence = ABSENCES[index % ABSENCES.length]!;
    const spacing = Math.max(0.2, (daysAgo - absence) / (count + 1));
    for (const [place, { id: lessonId }] of lessonIds.slice(0, count).entries()) {
      const at = inDays(-daysAgo + spacing * (place + 1));
      read.push({ userId, lessonId, furthest: 1, position: 1, completedAt: at, createdAt: at, updatedAt: at });
    }
    if (count > 0)
      await tx
        .update(profiles)
        .set({ lastAccessAt: inDays(-absence) })
        .where(eq(profiles.id, userId));
    for (const of of finishedDegrees(modules, count)) exams.push(...attemptsOf(userId, of, index, absence));
  }
  for (let from = 0; from < read.length; from += 500) await tx.insert(lessonProgress).values(read.slice(from, from + 500));
  await recordCompletions(tx);
  if (exams.length > 0) await tx.insert(examAttempts).values(exams);
}

/** The degrees all of whose lessons are among the first so many. */
function finishedDegrees(modules: ReturnType<typeof readModules>, count: number): Degree[] {
  let lessons = 0;
  const ends = new Map<Degree, number>();
  for (const module of modules) {
    lessons += module.lessons.length;
    ends.set(module.degree, lessons);
  }
  return [...ends].flatMap(([degree, end]) => (end <= count ? [degree] : []));
}

/** Every third member passes at the second attempt. */
function attemptsOf(userId: string, degree: Degree, index: number, absence: number): (typeof examAttempts.$inferInsert)[] {
  const attempt = (daysAgo: number, rightCount: number, passed: boolean) => ({
    userId,
    degree,
    startedAt: inDays(-daysAgo),
    closesAt: new Date(inDays(-daysAgo).getTime() + 40 * 60_000),
    finishedAt: new Date(inDays(-daysAgo).getTime() + 27 * 60_000),
    ended: "delivered" as const,
    rightCount,
    passed,
  });
  const passed = attempt(absence + 1, 14 + (index % 6), true);
  return index % 3 === 0 ? [attempt(absence + 9, 12, false), passed] : [passed];
}

/** People who wait to be admitted, as after a time in which the house admitted with approval, and invitations without an answer. */
async function seedWaiting(tx: Db, hash: string, lodgeOf: ReadonlyMap<string, string>): Promise<void> {
  for (const { daysAgo, message, lodgeNumber, degree: _, ...person } of WAITING) {
    const createdAt = inDays(-daysAgo);
    const [member] = await tx
      .insert(profiles)
      .values({
        ...person,
        lodgeId: lodgeOf.get(lodgeNumber ?? "") ?? null,
        emailVerified: true,
        awaitsAdmission: true,
        createdAt,
      })
      .returning({ id: profiles.id });
    const userId = member!.id;
    await tx.insert(passwords).values({ userId, hash });
    await tx.insert(consents).values({ userId, purpose: "membership-data", textVersion: CONSENT_VERSION });
    await tx.insert(admissionRequests).values({ userId, message, createdAt });
  }
  await tx.insert(invitations).values(
    ["Saul Meneses Rocha", "Tibério Cunha Lopes", "Virgílio Pacheco Dias"].map((name, index) => ({
      email: `convidado${index + 1}@correio.example`,
      name,
      degree: "aprendiz" as const,
      lodgeId: lodgeOf.get("7")!,
      tokenHash: hashToken(newToken()),
      sentAt: inDays(-3 - index * 9),
      createdAt: inDays(-3 - index * 9),
      expiresAt: inDays(11 - index * 9),
    })),
  );
}
