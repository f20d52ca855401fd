import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import type { PostState } from "../posts/posts.schema.ts";
import type { Seen } from "./moderation.schema.ts";

/** So many reports by different members hide a post until somebody has looked at it. */
export const REPORTS_THAT_HIDE = 3;

/** What the author of such a post and the moderators read with it. */
export const REPORTED = "Três irmãos pediram que um moderador olhasse esta mensagem.";

const DAY_MS = 86_400_000;
/** Posts of a member on the first day after their first. */
const FIRST_DAY_POSTS = 3;

/** What a moderator of a board can do to a post: to their own only if they administer, so that nobody releases what was held of theirs. */
export const mayDecideOn = (
  post: { authorId: string | null },
  actor: { id: string; role: string },
  moderates: boolean,
): boolean => moderates && (post.authorId !== actor.id || actor.role === "admin");

/** Whether somebody has decided on a post since a moderator saw it. That another report has hidden it meanwhile is no decision. */
export const isDecidedSince = (now: { state: PostState; reported: boolean }, seen: Pick<Seen, "state" | "reported">): boolean =>
  (now.state !== seen.state && now.state !== "held") || (seen.reported && !now.reported);

/** A topic never goes where a lower degree reads: who wrote in it wrote for those of their board. */
export const mayMoveTo = (from: { degree: Degree | null }, to: { degree: Degree | null }): boolean =>
  coversDegree(to.degree ?? "aprendiz", from.degree);

type FirstDay = { firstPostAt: Date | null; postsSince: number; now: Date };

/** Whether a member is in the day that begins with their first post, or has not written yet. */
export const isFirstDay = ({ firstPostAt, now }: Pick<FirstDay, "firstPostAt" | "now">): boolean =>
  firstPostAt === null || now.getTime() - firstPostAt.getTime() < DAY_MS;

/** Until when a member waits who has written enough for their first day; undefined where they need not. */
export function waitsUntil({ firstPostAt, postsSince, now }: FirstDay): Date | undefined {
  if (firstPostAt === null || !isFirstDay({ firstPostAt, now }) || postsSince < FIRST_DAY_POSTS) return undefined;
  return new Date(firstPostAt.getTime() + DAY_MS);
}
