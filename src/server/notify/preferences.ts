import type { Channel } from "#app/lib/channels.ts";
import { DEFAULT_ZONE } from "#app/lib/time-zones.ts";
import type { noticePreferences } from "./notices.table.ts";
import type { Quiet } from "./timing.ts";
import { TOPIC_RULES, type Topic } from "./topics.ts";

type Row = typeof noticePreferences.$inferSelect;

/** How a member wants to be told, with what they have not chosen filled in. */
export type Preferences = { channels: Partial<Record<Topic, Channel>>; quiet: Quiet | null; timeZone: string };

export const NO_PREFERENCES: Preferences = { channels: {}, quiet: null, timeZone: DEFAULT_ZONE };

/** @param row as it was read, or null where they have chosen nothing yet */
export const preferencesOf = (row: Pick<Row, "channels" | "quietFrom" | "quietTo" | "timeZone"> | null): Preferences =>
  row
    ? {
        channels: row.channels,
        quiet: row.quietFrom === null || row.quietTo === null ? null : { from: row.quietFrom, to: row.quietTo },
        timeZone: row.timeZone,
      }
    : NO_PREFERENCES;

/** How a member is told of a topic: what guards their account always by letter. */
export function channelOf(topic: Topic, { channels }: Pick<Preferences, "channels">): Channel {
  const { channel } = TOPIC_RULES[topic];
  return channel === "fixed" ? "email" : (channels[topic] ?? channel);
}
