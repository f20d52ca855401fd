import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";
import { subscriberStatus } from "./newsletter.schema.ts";

/** One address, as an administrator sees it. */
const subscriber = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  status: subscriberStatus,
  requestedAt: moment,
  confirmedAt: moment.nullable(),
  unsubscribedAt: moment.nullable(),
});
export type Subscriber = z.output<typeof subscriber>;

export const subscriberList = z.strictObject({
  subscribers: z.array(subscriber),
  next: z.string().nullable(),
  /** Of all addresses, whatever the filter. */
  counts: z.strictObject({ pending: count, confirmed: count, unsubscribed: count }),
});
export type SubscriberList = z.output<typeof subscriberList>;
