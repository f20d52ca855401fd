import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { coversDegree, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { covers, isReaderOf, reaches, standingOf, stands, takesPart } from "#app/server/gate.ts";
import { testApp } from "#tests/support/app.ts";

/** The gate in SQL says of every pair of degrees and of every standing what the gate in code says. */
const app = testApp();

async function says(condition: SQL): Promise<boolean | null> {
  const { rows } = await app.services.db.execute<{ said: boolean | null }>(sql`select ${condition} as said`);
  return rows[0]!.said;
}

const column = (degree: Degree | null): SQL => sql`(select ${degree}::text)`;

test("covers and reaches say in SQL what coversDegree says in code, with known degrees as with columns", async () => {
  for (const own of DEGREES)
    for (const of of [...DEGREES, null]) {
      const right = coversDegree(own, of);
      const pair = `${own} reads ${of}`;
      expect(await says(covers(own, column(of))), pair).toBe(right);
      expect(await says(covers(column(own), of)), pair).toBe(right);
      expect(await says(covers(own, of)), pair).toBe(right);
      expect(await says(covers(column(own), column(of))), pair).toBe(right);
      expect((await says(reaches(own, column(of)))) ?? false, pair).toBe(of !== null && right);
      expect((await says(reaches(column(own), column(of)))) ?? false, pair).toBe(of !== null && right);
    }
});

test("takesPart and isReaderOf let nobody through who is suspended or has not confirmed the address or is not admitted", async () => {
  for (const suspendedAt of [null, new Date()])
    for (const [awaitsConfirmation, awaitsAdmission] of [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ] as const)
      for (const own of DEGREES) {
        const takes = standingOf({ suspendedAt, awaitsConfirmation, awaitsAdmission }) === "full";
        const one = sql`(select ${own}::text as degree, ${suspendedAt}::timestamptz as suspended_at, ${awaitsConfirmation}::boolean as awaits_confirmation, ${awaitsAdmission}::boolean as awaits_admission) m`;
        const ofOne = (condition: SQL) => says(sql`(select ${condition} from ${one})`);
        expect(await ofOne(takesPart(sql`m`))).toBe(takes);
        for (const standing of ["full", "unconfirmed", "waiting", "suspended"] as const)
          expect(await ofOne(stands(standing, sql`m`))).toBe(
            standing === standingOf({ suspendedAt, awaitsConfirmation, awaitsAdmission }),
          );
        for (const of of [...DEGREES, null]) {
          expect(await ofOne(isReaderOf(of, sql`m`))).toBe(takes && coversDegree(own, of));
          expect(await ofOne(isReaderOf(column(of), sql`m`))).toBe(takes && coversDegree(own, of));
        }
      }
});
