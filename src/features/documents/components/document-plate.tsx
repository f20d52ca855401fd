import { useState } from "react";
import { Views } from "#app/ui/views.tsx";
import { originOf } from "../collection.ts";
import type { DocumentText } from "../documents.answers.ts";
import styles from "../pages/document.module.css";
import { DocumentHtml } from "./document-html.tsx";

/** A document's text on its plate; several beside each other. */
export const DocumentPlate = ({ document }: { document: DocumentText }) =>
  document.excerpts.length > 1 ? <Versions document={document} /> : <Plate document={document} />;

const Caption = ({ document: { number, author, original, date } }: { document: DocumentText }) => (
  <figcaption>
    <span>
      {author}, <cite lang={original.lang}>{original.title}</cite>, {date}. {originOf(original)}
    </span>
    <b>Doc. {number}</b>
  </figcaption>
);

function Plate({ document }: { document: DocumentText }) {
  return (
    <figure className={`plate ${styles.plate}`} aria-label={document.title}>
      <div className="plate-art" data-passages="">
        <blockquote className="excerpt">
          {document.excerpts[0]?.paragraphs.map((html) => (
            <DocumentHtml key={html} html={html} />
          ))}
        </blockquote>
      </div>
      <Caption document={document} />
    </figure>
  );
}

/** Several texts beside each other; versions of one, paragraph by paragraph. One of them can be read alone. */
function Versions({ document }: { document: DocumentText }) {
  const { excerpts, compared } = document;
  const [only, setOnly] = useState<number>();
  const shown = excerpts
    .map((excerpt, index) => ({ ...excerpt, index }))
    .filter(({ index }) => only === undefined || only === index);
  const rows = compared ? (excerpts[0]?.paragraphs.length ?? 0) : 1;
  return (
    <figure className={`plate ${styles.plate}`} aria-labelledby="t-cotejo">
      <div className="plate-art">
        <div className={styles.versionsHead}>
          <h2 id="t-cotejo" className="caps">
            {compared ? "As duas redações, frase a frase" : "Os textos, lado a lado"}
          </h2>
          <Views
            className="no-print"
            views={{
              all: compared ? "As duas" : excerpts.length === 2 ? "Os dois" : "Todos",
              ...Object.fromEntries(excerpts.map(({ label }, index) => [`excerpt ${index}`, label])),
            }}
            shown={only === undefined ? "all" : `excerpt ${only}`}
            onShow={(view) => setOnly(view === "all" ? undefined : Number(view.slice("excerpt ".length)))}
          />
        </div>
        <div className="excerpt" data-passages="">
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs keep their places
            <div key={row} className={styles.row} style={{ "--columns": Math.min(2, shown.length) } as React.CSSProperties}>
              {shown.map(({ label, paragraphs, index }) => (
                <div key={label}>
                  {(row === 0 || !compared) && <p className={styles.label}>{label}</p>}
                  {row > 0 && <p className={`${styles.label} ${styles.again}`}>{label}</p>}
                  {(compared ? [paragraphs[row] ?? ""] : paragraphs).map((html) => (
                    <DocumentHtml key={`${index} ${html}`} html={html} />
                  ))}
                </div>
              ))}
            </div>
          ))}
        </div>
        {compared && (
          <p className={`versions-key ${styles.key}`}>
            <span>
              <span className="changed">sublinhado</span>: a redação mudou
            </span>
            <span>
              <mark className="only">entre cantos</mark>: só está nesta
            </span>
          </p>
        )}
      </div>
      <Caption document={document} />
    </figure>
  );
}
