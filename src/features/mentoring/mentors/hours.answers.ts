import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";
import { agendaInput } from "./hours.schema.ts";

/** A mentor's free hours for who would ask them; none where they have not said when they are free. */
export const freeHours = z.strictObject({ hours: z.array(moment), minutes: count });
export type FreeHours = z.output<typeof freeHours>;

/** Until when an hour is kept for who writes a request. */
export const heldHour = z.strictObject({ until: moment });
export type HeldHour = z.output<typeof heldHour>;

/** A mentor's own hours and profile, as their page shows them. */
export const agenda = z.strictObject({
  ...agendaInput.shape,
  timeZone: z.string(),
  bio: z.string(),
  specialties: z.array(z.string()),
  isActive: z.boolean(),
  /** Distinct members with a pending or accepted session. */
  occupied: count,
  /** How many requests wait for an answer. */
  requests: count,
  /** The first hour that members are offered. */
  nextHour: moment.nullable(),
});
export type Agenda = z.output<typeof agenda>;
