import type { ReactNode } from "react";
import { Icon } from "#app/ui/icons.tsx";
import { Blank, PageShell, Skeleton } from "#app/ui/states.tsx";
import "#app/ui/styles/prose.css";
import styles from "./reader.module.css";

/** How wide the tools are, in letters: those before the text alone, and the others. */
const TOOLS = [
  [2, 3, 10, 12],
  [7, 8, 9],
] as const;

const BlankTools = ({ widths }: { widths: readonly number[] }) =>
  widths.map((letters) => (
    <span key={letters} className={styles.tool}>
      <Blank letters={letters} />
    </span>
  ));

type Props = {
  title: string;
  /** How long its heading is, in letters. */
  heading?: number;
  crumbs: ReactNode;
  /** Fields of the page's early answers, which are shown as soon as they are there. */
  fields: Record<"title" | "standfirst" | "minutes" | "degree" | "html" | "place", string> & {
    /** The degree in whose colour the page is. */
    colour?: string;
  };
};

/** A page to read while its text is on its way: head, tools and first paragraphs in their measures; the text, before there is anything to press. */
export const ReaderShell = ({ title, heading = 18, crumbs, fields }: Props) => (
  <PageShell>
    <div className={`page ${styles.lesson}`} data-field={fields.colour} data-as="degree" suppressHydrationWarning>
      <title>{title}</title>
      <header className={styles.lessonHead}>
        {crumbs}
        <p className={`caps ${styles.running}`}>
          <Blank letters={21} />
        </p>
        <h1>
          <Blank letters={heading} field={fields.title} />
        </h1>
        <p className={`lead ${styles.standfirst}`}>
          <Blank letters={96} field={fields.standfirst} />
        </p>
        <p className={styles.facts}>
          <span>
            <Icon name="clock" />
            <span>
              <Blank letters={2} field={fields.minutes} /> minutos de estudo
            </span>
          </span>
          <span className="badge">
            <Blank letters={8} field={fields.degree} as="capital" />
          </span>
        </p>
      </header>
      <div className={styles.contentsAhead} />
      <div className={styles.column}>
        <div className={styles.tools}>
          <div className={styles.buttons}>
            <div className={styles.before}>
              <BlankTools widths={TOOLS[0]} />
            </div>
            <BlankTools widths={TOOLS[1]} />
          </div>
        </div>
        <article className="text">
          <div className="lesson-text" data-place={fields.place}>
            <div
              className="contents-only"
              data-field={fields.html}
              data-as="html"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: empty here; what is put into it was sanitised by the server
              dangerouslySetInnerHTML={{ __html: "" }}
              suppressHydrationWarning
            />
          </div>
        </article>
        <Skeleton label="Carregando..." lines={6} />
      </div>
    </div>
  </PageShell>
);
