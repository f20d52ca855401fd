import { seesWords } from "../posts/posts.policy.ts";
import type { PostState } from "../posts/posts.schema.ts";

type Facts = { lockedAt: Date | null; closedAt: Date | null; moderates: boolean };

/** Whether new posts are taken: moderators write also where others do not any more. */
export const takesPosts = ({ lockedAt, closedAt, moderates }: Facts): boolean =>
  moderates || (lockedAt === null && closedAt === null);

/** Of a topic whose first post was deleted by its author, who wrote both in one act. */
export const TITLE_OF_DELETED = "Assunto sem título";

/** What is shown in place of a title; of a removed member's the title itself was replaced. */
const MASKED_TITLES: Partial<Record<PostState, string>> = {
  held: "Assunto em revisão",
  hidden: "Assunto com o título oculto",
  deleted: TITLE_OF_DELETED,
};

type Titled = { title: string; retitledAt: Date | null; firstState: PostState; mine: boolean; moderates: boolean };

/** A topic's title as a reader sees it: it goes and comes with the words of the first post, unless a moderator gave it one after these were deleted. */
export function shownTitle({ title, retitledAt, firstState, mine, moderates }: Titled): string {
  if (firstState === "deleted" && retitledAt !== null) return title;
  return seesWords({ state: firstState, mine, moderates }) ? title : (MASKED_TITLES[firstState] ?? title);
}
