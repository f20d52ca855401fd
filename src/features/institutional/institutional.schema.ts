/** A question of /faq. `id` is its anchor, `number` runs through all groups. */
export type FaqItem = { id: string; number: number; question: string; answer: string };
export type FaqGroup = { id: string; title: string; items: FaqItem[] };

/** A section of /termos or /privacidade; `html` is sanitised. */
export type NoticeSection = { id: string; number: number; title: string; html: string };

/** A versioned document: what comes before its first heading, and its sections. */
export type Notice = { version: string; date: string; introduction: string; sections: NoticeSection[] };
