import { z } from "zod";
import { answerInput } from "#app/features/courses/courses.schema.ts";
import { isTimeZone } from "#app/lib/time-zones.ts";

/** What a card is about. */
export const CARD_KINDS = ["term", "question", "document"] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** How well a card was remembered, worst first. */
export const GRADES = ["again", "hard", "good", "easy"] as const;
export type Grade = (typeof GRADES)[number];

export const PER_DAY = { default: 20, min: 5, max: 60 } as const;
/** The longest pause, in days. */
export const LONGEST_PAUSE = 365;

const perDayMessage = `Escolha de ${PER_DAY.min} a ${PER_DAY.max} fichas por dia.`;

const subject = z.string().min(1).max(120);
export const cardParams = z.strictObject({ kind: z.enum(CARD_KINDS), subject });
export const questionCardParams = z.strictObject({ subject });

/** How often the card had been reviewed when it was shown: an answer to an older showing is found out by it. */
const seen = z.int().min(0).max(1_000_000);

export const gradeInput = z.strictObject({ grade: z.enum(GRADES), seen });
export const reviewAnswerInput = z.strictObject({ ...answerInput.shape, seen });
/** A member's day ends at midnight in their zone. */
export const UNKNOWN_ZONE = "Escolha um fuso da lista.";
const timeZone = z.string().max(60, UNKNOWN_ZONE).refine(isTimeZone, UNKNOWN_ZONE);

export const reviewSettingsInput = z.strictObject({
  perDay: z.int(perDayMessage).min(PER_DAY.min, perDayMessage).max(PER_DAY.max, perDayMessage),
  /** The day on which the reviews come back; null when they are not paused. */
  pausedUntil: z.iso.date("Escolha o dia da volta.").nullable(),
  timeZone,
});
/** The zone of the member's device, kept where they have chosen none. */
export const deviceZoneInput = z.strictObject({ timeZone });

export type GradeInput = z.output<typeof gradeInput>;
export type ReviewAnswerInput = z.output<typeof reviewAnswerInput>;
export type DeviceZoneInput = z.output<typeof deviceZoneInput>;
export type ReviewSettingsInput = z.output<typeof reviewSettingsInput>;
