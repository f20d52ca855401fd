/** How a question is answered: alternatives are marked, items are put in order, or each left side gets a right one. */
type AnsweredBy = "marks" | "order" | "pairs";

type Form = {
  answeredBy: AnsweredBy;
  /** How many alternatives answer it, where they are marked. */
  wanted: number;
  /** Its options keep the order of the source. */
  keepsOrder: boolean;
  /** What is asked is a sentence to be judged, which is quoted under the form's own words. */
  isStatement: boolean;
  /** What stands above it in an exam. */
  label: string;
  /** What is said after a wrong answer. */
  retry: string;
};

const ANOTHER = "Ainda não. Leia a explicação e tente outra alternativa.";
const plain = { wanted: 0, keepsOrder: false, isStatement: false };

/**
 * The forms of questions, and how they differ for who answers them. CONTRIBUTING.md names what a new one needs besides its line here.
 */
export const FORMS = {
  choice: { ...plain, answeredBy: "marks", wanted: 1, label: "Escolha uma", retry: ANOTHER },
  multiple: {
    ...plain,
    answeredBy: "marks",
    wanted: 2,
    label: "Duas de cinco",
    retry: "Ainda não. Leia a explicação e troque o que está marcado.",
  },
  order: {
    ...plain,
    answeredBy: "order",
    label: "Ponha em ordem, com as setas",
    retry: "Ainda não. Mude a ordem do que está marcado e tente de novo.",
  },
  match: {
    ...plain,
    answeredBy: "pairs",
    label: "Escolha o par de cada um",
    retry: "Ainda não. Mude o que está marcado e tente de novo.",
  },
  classify: {
    ...plain,
    answeredBy: "marks",
    wanted: 1,
    keepsOrder: true,
    isStatement: true,
    label: "Documento, tradição ou interpretação?",
    retry: ANOTHER,
  },
} as const satisfies Record<string, Form>;

export type QuestionForm = keyof typeof FORMS;
export const QUESTION_FORMS = Object.keys(FORMS) as QuestionForm[];

const formOf = (form: QuestionForm): Form => FORMS[form];

export const isAnsweredBy = (form: QuestionForm, by: AnsweredBy): boolean => formOf(form).answeredBy === by;

/** How many alternatives answer a question; 0 where none are marked. */
export const wantedOf = (form: QuestionForm): number => formOf(form).wanted;

export const keepsOrder = (form: QuestionForm): boolean => formOf(form).keepsOrder;

/** What is asked, as it is shown: a sentence to be judged is quoted. */
export const promptOf = ({ form, prompt }: { form: QuestionForm; prompt: string }): string =>
  formOf(form).isStatement ? `“${prompt}”` : prompt;

/** What a question of this form asks in its own words, beside its prompt: only of a sentence that is judged. */
export const askOf = (form: QuestionForm): string | undefined => (formOf(form).isStatement ? formOf(form).label : undefined);
