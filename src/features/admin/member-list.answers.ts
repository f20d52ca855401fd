import { z } from "zod";
import { OFFICES } from "#app/features/lodges/lodges.schema.ts";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { ROLES } from "./admin.schema.ts";
import { LISTED_STANDINGS } from "./member-list.schema.ts";

const listedMember = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** The name of the Lodge, or what the member wrote for it. */
  lodge: z.string().nullable(),
  degree,
  /** The degree of an open request. */
  asks: degree.nullable(),
  role: z.enum(ROLES),
  /** In force now. */
  office: z.enum(OFFICES).nullable(),
  standing: z.enum(LISTED_STANDINGS),
  createdAt: moment,
  lastAccessAt: moment.nullable(),
  self: z.boolean(),
  can: z.strictObject({ changeDegree: z.boolean(), suspend: z.boolean() }),
});
export type ListedMember = z.output<typeof listedMember>;

export const memberList = z.strictObject({
  members: z.array(listedMember),
  /** What fits, counted up to a thousand; on the first page only, null on the others. */
  total: count.nullable(),
  next: z.string().nullable(),
});
export type MemberList = z.output<typeof memberList>;

/** What the list can be narrowed by. */
export const memberListChoices = z.strictObject({ lodges: z.array(z.strictObject({ id: z.uuid(), name: z.string() })) });
export type MemberListChoices = z.output<typeof memberListChoices>;

/** What became of an act for each member: null where it was done, else why it was not. */
export const memberBatchResult = z.strictObject({
  results: z.array(z.strictObject({ userId: z.uuid(), refusal: z.string().nullable() })),
});
export type MemberBatchResult = z.output<typeof memberBatchResult>;
