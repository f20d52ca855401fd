import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { OFFICES } from "./lodges.schema.ts";

/** A Lodge as it is named elsewhere. */
export const lodgeRef = z.strictObject({ id: z.uuid(), name: z.string() });
export type LodgeRef = z.output<typeof lodgeRef>;

export const lodgeOptions = z.strictObject({ lodges: z.array(lodgeRef) });
export const lodgeSuggestions = z.strictObject({ names: z.array(z.string()) });

const officer = z.strictObject({
  id: z.uuid(),
  memberId: z.uuid(),
  name: z.string(),
  office: z.enum(OFFICES),
  startsAt: moment,
  endsAt: moment,
});
export type Officer = z.output<typeof officer>;

const lodgeFields = {
  id: z.uuid(),
  name: z.string(),
  number: z.string().nullable(),
  city: z.string(),
  state: z.string().nullable(),
  jurisdiction: z.string(),
  active: z.boolean(),
  members: count,
  /** Members who were here in the last thirty days. */
  activeMembers: count,
};

export const lodgePage = z.strictObject({
  lodges: z.array(z.strictObject({ ...lodgeFields, officers: z.array(officer) })),
  next: z.string().nullable(),
  /** On the first page. */
  total: count.nullable(),
});
export type LodgePage = z.output<typeof lodgePage>;
export type LodgeRow = LodgePage["lodges"][number];

export const lodgeDetails = z.strictObject({
  ...lodgeFields,
  /** In office now, or to come. */
  officers: z.array(officer),
  /** Whose term is over, newest first. */
  formerOfficers: z.array(officer),
  spellings: z.array(z.strictObject({ key: z.string(), spelling: z.string(), members: count })),
  /** By name, the first hundred. */
  memberList: z.array(
    z.strictObject({ id: z.uuid(), name: z.string(), degree, confirmed: z.boolean(), lastAccessAt: moment.nullable() }),
  ),
});
export type LodgeDetails = z.output<typeof lodgeDetails>;

export const spellingQueue = z.strictObject({
  spellings: z.array(
    z.strictObject({
      key: z.string(),
      /** As one of them wrote it. */
      spelling: z.string(),
      members: count,
      /** The Lodge that it seems to be. */
      suggestion: lodgeRef.nullable(),
    }),
  ),
  total: count,
});
export type SpellingQueue = z.output<typeof spellingQueue>;

export const joined = z.strictObject({ members: count });
