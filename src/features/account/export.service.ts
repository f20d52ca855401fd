import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, type Services } from "#app/server/context.ts";
import type { ExportRecord, Person, Section } from "#app/server/personal-data.ts";
import { logSecurity } from "#app/server/security-log.ts";
import type { PersonalExport } from "./account.answers.ts";
import { profiles } from "./account.table.ts";

/** What the file calls itself, for programs that read it. */
const FORMAT = "academia-rito-york/personal-data";
const FORMAT_VERSION = 1;

/** The parts of the file, in their order. */
export const exportSections = ({ personalData }: Pick<Services, "personalData">): Section[] =>
  personalData.flatMap(({ exported }) => ("key" in exported ? [exported] : []));

/** @throws AppError unauthenticated when the member is gone */
async function readPerson(tx: Db, id: string): Promise<Person> {
  const { email, emailVerified } = profiles;
  const [person] = await tx.select({ id: profiles.id, email, emailVerified }).from(profiles).where(eq(profiles.id, id));
  if (!person) throw new AppError("unauthenticated");
  return person;
}

/** All that the academy keeps of the member, as it was at one moment. @throws AppError too_many_tries */
export async function exportPersonalData(ctx: Ctx): Promise<PersonalExport> {
  const actor = requireActor(ctx);
  await ctx.limits.take("export", actor.id);
  const data = await ctx.db.transaction(
    async (tx) => {
      const person = await readPerson(tx, actor.id);
      const sections: Record<string, ExportRecord[]> = {};
      for (const { key, read } of exportSections(ctx)) sections[key] = await read(tx, person);
      return sections;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  logSecurity(ctx, { event: "account", act: "exported", user: actor.id });
  return { format: FORMAT, version: FORMAT_VERSION, exportedAt: new Date().toISOString(), data };
}
