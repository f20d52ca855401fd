/** How a member may be told: under the bell alone, by a letter at once as well, by the day's letter as well, or not at all. */
export const CHANNELS = ["here", "email", "digest", "never"] as const;
export type Channel = (typeof CHANNELS)[number];
