/** A question of /faq. `id` is its anchor, `number` runs through all groups. */
export type FaqItem = { id: string; number: number; question: string; answer: string };
export type FaqGroup = { id: string; title: string; items: FaqItem[] };

/** A section of /termos or /privacidade; `html` is sanitised. */
export type NoticeSection = { id: string; number: number; title: string; html: string };

/** A versioned document: what comes before its first heading, and its sections. */
export type Notice = { version: string; date: string; introduction: string; sections: NoticeSection[] };

/** What was checked of a criterion of WCAG: whether it is met (`parte`: in part, `nao`: it does not apply), how that is known, what is missing. */
export type Criterion = {
  number: string;
  name: string;
  level: "A" | "AA";
  result: "atende" | "parte" | "nao";
  how: string;
  missing?: string | undefined;
};
export type Principle = { principle: string; criteria: Criterion[] };
