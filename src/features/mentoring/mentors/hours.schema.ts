import { z } from "zod";
import { DAY_MINUTES } from "./hours.policy.ts";
import { mentorProfile } from "./mentors.schema.ts";

const day = z.iso.date("Escolha um dia que existe");
const minutes = z.int("Escolha a hora").min(0, "Escolha a hora").max(DAY_MINUTES, "Escolha a hora");

function knowsZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("pt-BR", { timeZone }));
  } catch {
    return false;
  }
}

const hours = z
  .array(
    z
      .strictObject({ weekday: z.int().min(0).max(6), startsAt: minutes, endsAt: minutes })
      .refine(({ startsAt, endsAt }) => startsAt < endsAt, { error: "A hora do fim vem depois da do começo", path: ["endsAt"] }),
  )
  .max(50, "Use no máximo 50 horários")
  .refine(
    (list) =>
      list.every((one, index) =>
        list.every(
          (other, place) =>
            place <= index || one.weekday !== other.weekday || one.endsAt <= other.startsAt || other.endsAt <= one.startsAt,
        ),
      ),
    "Dois horários do mesmo dia se sobrepõem: junte-os em um",
  );

const blocks = z
  .array(
    z
      .strictObject({ from: day, until: day, word: z.string().trim().max(120, "Motivo muito longo (até 120 caracteres)") })
      .refine(({ from, until }) => from <= until, { error: "O último dia vem depois do primeiro", path: ["until"] }),
  )
  .max(100, "Use no máximo 100 períodos");

/** A mentor's own hours, as their page saves them: all of it at once. */
export const agendaInput = z.strictObject({
  timeZone: z.string().refine(knowsZone, "Este fuso não existe. Escolha um da lista."),
  hours,
  blocks,
  noticeHours: z.int("Informe de 0 a 336 horas").min(0, "Informe de 0 a 336 horas").max(336, "Informe de 0 a 336 horas"),
  gapMinutes: z.int("Informe de 0 a 240 minutos").min(0, "Informe de 0 a 240 minutos").max(240, "Informe de 0 a 240 minutos"),
  maxMentees: mentorProfile.maxMentees,
  pausedUntil: day.nullable(),
});
export type AgendaInput = z.output<typeof agendaInput>;

/** What a mentor says of themselves. */
export const profileInput = z.strictObject({ bio: mentorProfile.bio, specialties: mentorProfile.specialties });
export type ProfileInput = z.output<typeof profileInput>;

export const memberParams = z.strictObject({ userId: z.uuid() });
export const holdInput = z.strictObject({ startsAt: z.iso.datetime({ offset: true, error: "Escolha uma das horas" }) });
export const noteInput = z.strictObject({ body: z.string().trim().max(4000, "Anotação muito longa (até 4.000 caracteres)") });
