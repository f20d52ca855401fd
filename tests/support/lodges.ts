import { eq, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import type { Office } from "#app/features/lodges/lodges.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { TestApp, TestMember } from "./app.ts";

/** Lodges, their officers and members for a test file's application. */
export function lodgesOf(app: TestApp) {
  let made = 0;
  /** A new Lodge. @returns its id */
  async function aLodge(): Promise<string> {
    made += 1;
    const [lodge] = await app.services.db
      .insert(lodges)
      .values({ name: "Luz do Vale", number: String(made), city: "Lages", state: "SC", jurisdiction: "Grande Loja de exemplo" })
      .returning({ id: lodges.id });
    return lodge!.id;
  }

  /** A member whose Lodge is confirmed. */
  async function aBrother(lodgeId: string, { name = "Caio Mendonça", degree = "aprendiz" as Degree } = {}): Promise<TestMember> {
    const member = await app.member({ name, degree });
    await app.services.db
      .update(profiles)
      .set({
        lodgeId,
        lodgeConfirmedAt: new Date(),
        lodge: sql`(select l.name || ' nº ' || l.number from lodges l where l.id = ${lodgeId})`,
      })
      .where(eq(profiles.id, member.id));
    return member;
  }

  /** A member of a Lodge, who holds an office of it for so many seconds more. */
  async function anOfficer(
    lodgeId: string,
    { seconds = 3_600, office = "secretario" as Office, degree = "mestre" as Degree } = {},
  ) {
    const officer = await aBrother(lodgeId, { name: "Lauro Bastos", degree });
    await app.services.db.insert(lodgeOfficers).values({
      lodgeId,
      memberId: officer.id,
      office,
      startsAt: sql`now() - interval '30 days'`,
      endsAt: sql`now() + make_interval(secs => ${seconds})`,
    });
    return officer;
  }

  return { aLodge, aBrother, anOfficer };
}
