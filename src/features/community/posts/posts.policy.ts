import type { PostState } from "./posts.schema.ts";

/** What decides who may see and change a post. */
type Facts = { state: PostState; mine: boolean; moderates: boolean };

/**
 * Whether the reader sees a post's words. What is held or hidden only its author and the board's moderators see; what was deleted
 * or masked has none.
 */
export function seesWords({ state, mine, moderates }: Facts): boolean {
  if (state === "visible") return true;
  return (state === "held" || state === "hidden") && (mine || moderates);
}

/** What the reader may do with a post of a topic that takes new ones, or takes none. */
export function mayDo(facts: Facts, topicOpen: boolean) {
  const { state, mine } = facts;
  const visible = state === "visible";
  return {
    edit: mine && topicOpen && (visible || state === "held"),
    delete: mine && (visible || state === "held"),
    react: visible && !mine,
    report: visible && !mine,
  };
}
