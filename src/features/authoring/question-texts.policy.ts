/** The kinds of text that questions are asked of. */
export const ASKED_KINDS = ["lesson", "document", "study"] as const;

/** What a question is asked of. */
export type AskedText = { kind: (typeof ASKED_KINDS)[number]; id: string };

/** How a draft names it: a lesson by its id alone, another text by its kind, too, as texts of two kinds may have one id. */
export const parentOfQuestion = ({ kind, id }: AskedText): string => (kind === "lesson" ? id : `${kind}:${id}`);

export function textOfParent(parentId: string): AskedText {
  const [first, id] = parentId.split(":");
  return id === undefined ? { kind: "lesson", id: parentId } : { kind: first as AskedText["kind"], id };
}
