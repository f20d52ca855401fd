import { z } from "zod";
import { CHANNELS } from "#app/lib/channels.ts";
import { cursor } from "#app/lib/cursor.ts";
import { isTimeZone } from "#app/lib/time-zones.ts";

export const noticesInput = z.strictObject({
  show: z.enum(["all", "unread"]).default("all"),
  after: cursor.optional(),
});
export const noticeParams = z.strictObject({ noticeId: z.uuid() });
/** Everything up to the newest notice that they see: what came meanwhile stays unread. */
export const readAllInput = z.strictObject({ newest: z.uuid() });

const UNKNOWN_TOPIC = "Este assunto não existe";
const time = z.string({ error: "Escolha uma hora" }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Escolha uma hora");

/** What changes; the rest stays. Topics are those that the answer of the preferences names. */
export const preferencesInput = z.strictObject({
  channels: z.record(z.string().max(40, UNKNOWN_TOPIC), z.enum(CHANNELS, { error: "Escolha como quer ser avisado" })).optional(),
  quiet: z
    .strictObject({ from: time, to: time })
    .refine(({ from, to }) => from !== to, { error: "O silêncio termina na hora em que começa", path: ["to"] })
    .nullable()
    .optional(),
  timeZone: z.string().max(60, "Escolha um fuso da lista").refine(isTimeZone, "Escolha um fuso da lista").optional(),
});
export type PreferencesInput = z.output<typeof preferencesInput>;

/** The services through which browsers are woken: Chrome and its kin, Firefox, Edge, Safari. */
const PUSH_HOSTS =
  /^(fcm\.googleapis\.com|([a-z0-9-]+\.)+push\.services\.mozilla\.com|([a-z0-9-]+\.)+notify\.windows\.com|([a-z0-9-]+\.)*push\.apple\.com)$/;

/** Whether an address is one of theirs, by https: the server calls no other, least of all one of its own network. */
export function isPushService(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" && url.port === "" && !url.username && !url.password && PUSH_HOSTS.test(url.hostname);
}

const UNKNOWN_SERVICE = "Este navegador usa um serviço de avisos que não conhecemos";

export const pushInput = z.strictObject({
  endpoint: z.string({ error: UNKNOWN_SERVICE }).max(1_000, UNKNOWN_SERVICE).refine(isPushService, UNKNOWN_SERVICE),
});
export type PushInput = z.output<typeof pushInput>;

export const leaveInput = z.strictObject({
  token: z.string().min(1, "O link está incompleto").max(300, "O link está incompleto"),
});

export type NoticesInput = z.output<typeof noticesInput>;
