import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";
import { ADMISSIONS, SETTING_KEYS } from "./settings.schema.ts";

/** Who answers for the data of the house, as the privacy notice names them; empty where nobody is named. */
export const house = z.strictObject({ controller: z.string(), dataOfficer: z.string(), dataOfficerEmail: z.string() });
export type House = z.output<typeof house>;

const change = z.strictObject({ at: moment, by: z.string(), from: z.string(), to: z.string() });

const setting = z.strictObject({
  key: z.enum(SETTING_KEYS),
  value: z.string(),
  byDefault: z.string(),
  /** Null while nobody has changed it. */
  changed: change.nullable(),
});

export const settingsPage = z.strictObject({
  settings: z.array(setting),
  /** The latest changes of all, the newest first. */
  changes: z.array(change.extend({ key: z.enum(SETTING_KEYS) })),
  /** Whom a change of the admission touches now. */
  affected: z.strictObject({ waiting: count, invited: count, members: count }),
  admission: z.enum(ADMISSIONS),
});
export type SettingsPage = z.output<typeof settingsPage>;
export type SettingAnswer = SettingsPage["settings"][number];
