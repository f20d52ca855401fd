/** What became of a report: the post was hidden, or it was found in order. */
export type Decision = "hidden" | "kept";
