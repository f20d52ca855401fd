import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { tellOtherAdministrators } from "#app/features/account/administrators.service.ts";
import { admitAll } from "#app/features/admission/admission.service.ts";
import { OPERATOR, REMOVED_MEMBER } from "#app/features/audit/audit.schema.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { invitations } from "#app/features/invitations/invitations.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { takesPart, waitsForAdmission } from "#app/server/gate.ts";
import type { House, SettingsPage } from "./settings.answers.ts";
import { SETTING_KEYS, SETTINGS, type SettingKey, type Settings, wordsOf } from "./settings.schema.ts";
import { houseSettings } from "./settings.table.ts";

/** PostgreSQL channel on which processes hear that a setting has changed. */
export const SETTINGS_CHANNEL = "settings_changed";

/** The values that hold: those that the academy chose, and the defaults. A value that a later version does not know is the default. */
export async function loadSettings(db: Db, production: boolean): Promise<Settings> {
  const rows = await db.select({ key: houseSettings.key, value: houseSettings.value }).from(houseSettings);
  const chosen = new Map(rows.map(({ key, value }) => [key, value]));
  const settingOf = (key: SettingKey): string => {
    const { schema, byDefault } = SETTINGS[key];
    const parsed = schema.safeParse(chosen.get(key));
    return parsed.success ? parsed.data : byDefault(production);
  };
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, settingOf(key)])) as Settings;
}

/** Who answers for the data of the house: for everybody. */
export function readHouse(ctx: Ctx): House {
  const { controller, dataOfficer, dataOfficerEmail } = ctx.settings();
  return { controller, dataOfficer, dataOfficerEmail };
}

/** Every setting with its default and its last change. @throws AppError forbidden */
export async function readSettings(ctx: Ctx): Promise<SettingsPage> {
  requireAdmin(ctx);
  const settings = ctx.settings();
  const [last, changes, affected] = await Promise.all([lastOfEach(ctx.db), findChanges(ctx.db), readAffected(ctx.db)]);
  return {
    settings: SETTING_KEYS.map((key) => ({
      key,
      value: settings[key],
      byDefault: SETTINGS[key].byDefault(ctx.env.production),
      changed: last.get(key) ?? null,
    })),
    changes: changes.map((row) => ({ key: row.key as SettingKey, ...presentChange(row) })),
    affected,
    admission: settings.admission,
  };
}

const MOST_CHANGES = 10;
const CHANGE = {
  key: auditLog.targetId,
  at: auditLog.at,
  actorId: auditLog.actorId,
  name: profiles.name,
  details: auditLog.details,
};
const isChange = and(eq(auditLog.action, "setting.change"), inArray(auditLog.targetId, SETTING_KEYS));
const ofActor = eq(profiles.id, auditLog.actorId);

type ChangeRow = Awaited<ReturnType<typeof findChanges>>[number];

const presentChange = ({ at, actorId, name, details }: ChangeRow) => ({
  at: at.toISOString(),
  by: actorId === null ? OPERATOR : (name ?? REMOVED_MEMBER),
  from: String(details.from),
  to: String(details.to),
});

const findChanges = (db: Db) =>
  db
    .select(CHANGE)
    .from(auditLog)
    .leftJoin(profiles, ofActor)
    .where(isChange)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(MOST_CHANGES);

async function lastOfEach(db: Db) {
  const rows = await db
    .selectDistinctOn([auditLog.targetId], CHANGE)
    .from(auditLog)
    .leftJoin(profiles, ofActor)
    .where(isChange)
    .orderBy(auditLog.targetId, desc(auditLog.at), desc(auditLog.id));
  return new Map(rows.map((row) => [row.key as SettingKey, presentChange(row)]));
}

async function readAffected(db: Db): Promise<SettingsPage["affected"]> {
  const [waiting, invited, members] = await Promise.all([
    db.$count(profiles, waitsForAdmission(profiles)),
    db.$count(
      invitations,
      sql`${invitations.acceptedAt} is null and ${invitations.withdrawnAt} is null and ${invitations.expiresAt} > now()`,
    ),
    db.$count(profiles, takesPart(profiles)),
  ]);
  return { waiting, invited, members };
}

/**
 * Changes a setting, which all processes follow at once. The other administrators are told. Where admission is opened, who waits is admitted.
 * @throws AppError forbidden, invalid_input on `value`
 */
export async function changeSetting(ctx: Ctx, key: SettingKey, input: string): Promise<SettingsPage> {
  const actor = requireAdmin(ctx);
  const parsed = SETTINGS[key].schema.safeParse(input);
  if (!parsed.success) throw new AppError("invalid_input", { fields: { value: parsed.error.issues[0]!.message } });
  const value = parsed.data;
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${houseSettings} in share row exclusive mode`);
    const before = (await loadSettings(tx, ctx.env.production))[key];
    if (before === value) return;
    await tx
      .insert(houseSettings)
      .values({ key, value })
      .onConflictDoUpdate({ target: houseSettings.key, set: { value, changedAt: sql`now()` } });
    if (key === "admission" && value === "open") await admitAll(ctx, tx, actor);
    await recordAudit(tx, {
      actorId: actor.id,
      action: "setting.change",
      targetType: "setting",
      targetId: key,
      details: { title: SETTINGS[key].title, from: wordsOf(key, before), to: wordsOf(key, value) },
    });
    await tellOtherAdministrators(ctx, tx, actor.id, "setting-changed");
    await tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, '')`);
  });
  await ctx.reloadSettings();
  return readSettings(ctx);
}
