/** Set by a device that fetches an answer to keep it, while nobody looks at its page (src/features/offline/keep.ts): the bell's lines stay unread. */
export const KEEPING_HEADER = "x-keeping";
