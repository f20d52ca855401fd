import type { PgColumn } from "drizzle-orm/pg-core";
import { type Kind, NOTICES } from "#app/composition/notice-kinds.ts";
import type { Channel } from "#app/lib/channels.ts";
import { zoneLabel } from "#app/lib/time-zones.ts";
import { asHour, cascade, type ExportRecord, type PersonalTable, section } from "../personal-data.ts";
import { IN_BRASILIA } from "./in-brasilia.ts";
import type { Notice } from "./notice.ts";
import { noticePreferences, notices, pushSubscriptions } from "./notices.table.ts";
import { TOPIC_RULES, type Topic } from "./topics.ts";

const TITLES = Object.fromEntries(Object.entries(NOTICES).map(([kind, { title }]) => [kind, title])) as Record<Kind, string>;

const CHANNEL_IN_WORDS: Record<Channel, string> = {
  here: "só no sino",
  email: "e-mail já",
  digest: "resumo do dia",
  never: "nunca",
};

type Channels = Partial<Record<Topic, Channel>>;

const channelsInWords = (channels: Channels): string =>
  Object.entries(channels)
    .map(([topic, channel]) => `${TOPIC_RULES[topic as Topic]?.label ?? topic}: ${CHANNEL_IN_WORDS[channel]}`)
    .join("; ");

/** As the bell says it, or the letter where the bell has only the title; whose act it was is the other's to tell. */
function factsInWords(facts: unknown, { kind }: ExportRecord): string {
  const { bell = {}, letter } = (NOTICES[kind as Kind] ?? {}) as Partial<Notice<unknown>>;
  const { line, letterOnly } = bell || {};
  if (line) return line(facts, { ...IN_BRASILIA, count: 1, about: null, from: "Um membro" });
  return letter && !letterOnly ? letter(facts, { confirmed: true }).paragraphs.join(" ") : "—";
}

/** Of an address that may wake a device, the service that has it. */
const serviceOf = (endpoint: unknown): string => (URL.canParse(String(endpoint)) ? new URL(String(endpoint)).host : "—");

/** What they were told. */
export const NOTICES_DATA: PersonalTable[] = [
  {
    table: notices,
    holds: [notices.userId],
    exported: section({
      key: "notices",
      title: "Notificações",
      from: notices,
      whose: notices.userId,
      order: notices.createdAt,
      fields: {
        kind: [notices.kind, "Assunto", TITLES],
        facts: [notices.facts, "O que aconteceu", factsInWords],
        createdAt: [notices.createdAt, "Em"],
        readAt: [notices.readAt, "Lida em"],
      },
    }),
    leftOut: [notices.key, notices.group, notices.isLatest, notices.count, notices.digestDue].map(
      (column): [PgColumn, string] => [column, "how notices are put together in lines"],
    ),
    deleted: cascade,
  },
  {
    table: notices,
    holds: [notices.fromId],
    exported: { not: "the notice is another member's; what he did is in the sections of what he did" },
    deleted: { by: "set null" },
  },
  {
    table: noticePreferences,
    holds: [noticePreferences.userId],
    exported: section({
      key: "noticePreferences",
      title: "Como você quer ser avisado",
      from: noticePreferences,
      whose: noticePreferences.userId,
      fields: {
        channels: [noticePreferences.channels, "Por assunto", (channels) => channelsInWords(channels as Channels)],
        quietFrom: [noticePreferences.quietFrom, "Silêncio: das", asHour],
        quietTo: [noticePreferences.quietTo, "Silêncio: até as", asHour],
        timeZone: [noticePreferences.timeZone, "Fuso horário", (zone) => zoneLabel(String(zone))],
        updatedAt: [noticePreferences.updatedAt, "Escolhido em"],
      },
    }),
    deleted: cascade,
  },
  {
    table: pushSubscriptions,
    holds: [pushSubscriptions.userId],
    exported: section({
      key: "pushSubscriptions",
      title: "Aparelhos que recebem avisos",
      from: pushSubscriptions,
      whose: pushSubscriptions.userId,
      order: pushSubscriptions.createdAt,
      fields: {
        endpoint: [pushSubscriptions.endpoint, "Serviço de avisos", serviceOf],
        createdAt: [pushSubscriptions.createdAt, "Desde"],
      },
    }),
    leftOut: [
      [pushSubscriptions.sessionId, "the session is in its own section"],
      [pushSubscriptions.toldNotice, "how the sending goes"],
    ],
    deleted: cascade,
  },
];
