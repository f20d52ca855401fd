import { useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { SUBJECT_LABEL } from "#app/lib/plate-subjects.ts";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState } from "#app/ui/states.tsx";
import type { PlateCard } from "../plates.answers.ts";
import { useDrawing } from "../plates.queries.ts";
import { Loupe } from "./loupe.tsx";
import styles from "./open-plate.module.css";

type FrameProps = {
  plate: PlateCard;
  /** The one open plate, or one of two. */
  alone: boolean;
  onTurn?: (by: -1 | 1) => void;
};

/** The drawing in its frame, as large as there is room. */
function Plate({ plate: { plate, caption }, alone, onTurn }: FrameProps) {
  const drawing = useDrawing(plate);
  return (
    <figure className={`plate ${styles.plate}`}>
      <div className="plate-art">
        {drawing.isPending && <div className={styles.coming} role="status" aria-label="Carregando..." />}
        {drawing.isError && (
          <ErrorState title="Erro ao carregar a prancha" error={drawing.error} onRetry={() => void drawing.refetch()} />
        )}
        {drawing.data && <Loupe key={plate} svg={drawing.data.svg} label={caption} alone={alone} onTurn={onTurn} />}
      </div>
    </figure>
  );
}

/** What the drawing shows, the texts that it belongs to, and what they cite beside it. */
function Legend({ plate: { plate, texts, subject } }: { plate: PlateCard }) {
  const { data } = useDrawing(plate);
  const id = useId();
  return (
    <>
      {data && <p className={styles.description}>{data.description}</p>}
      <p className={`meta ${styles.subject}`}>{SUBJECT_LABEL[subject]}</p>
      <ul className={styles.texts} aria-label="Textos desta prancha">
        {texts.map(({ title, path, shelf }) => (
          <li key={path}>
            <Link className="go" to={path} prefetch="intent">
              {title} <Icon name="arrow" />
            </Link>
            <span className="meta">{shelf}</span>
          </li>
        ))}
      </ul>
      {data && data.sources.length > 0 && (
        <section className={styles.sources} aria-labelledby={id}>
          <p className="caps" id={id}>
            Fontes do trecho
          </p>
          <ul>
            {data.sources.map((source) => (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server
              <li key={source} dangerouslySetInnerHTML={{ __html: source }} />
            ))}
          </ul>
        </section>
      )}
      <p className="meta only-print">Desenho da Academia do Rito de York.</p>
    </>
  );
}

type OpenProps = {
  plate: PlateCard;
  /** Addresses of the neighbours in what is shown of the gallery. */
  previous: string | null;
  next: string | null;
  /** The state of the history that they take along. */
  turned: unknown;
  compare: string;
  onTurn: (by: -1 | 1) => void;
  onClose: () => void;
};

/** One plate, large, with its legend. */
export function OpenPlate({ plate, previous, next, turned, compare, onTurn, onClose }: OpenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const turn = { replace: true, preventScrollReset: true, state: turned };
  return (
    <article className={styles.open} aria-labelledby="t-prancha">
      <div className={styles.art}>
        <div className={`${styles.ways} no-print`}>
          <span>
            {previous ? (
              <Link className="icon-btn" to={previous} aria-label="Prancha anterior" {...turn}>
                <Icon name="arrow-l" />
              </Link>
            ) : (
              <span className={styles.noWay} />
            )}
            {next && (
              <Link className="icon-btn" to={next} aria-label="Próxima prancha" {...turn}>
                <Icon name="arrow" />
              </Link>
            )}
          </span>
          <button type="button" className="text-btn" onClick={onClose}>
            <Icon name="close" /> Fechar
          </button>
        </div>
        <Plate plate={plate} alone onTurn={onTurn} />
      </div>
      <div className={styles.words}>
        <p className="caps caps-gold">Prancha {plate.plate}</p>
        <h1 id="t-prancha" ref={heading} tabIndex={-1}>
          {plate.caption}
        </h1>
        <Legend plate={plate} />
        <p className={`${styles.acts} no-print`}>
          <Link className="btn btn-2 btn-sm" to={compare}>
            Comparar com outra
          </Link>
          <button type="button" className="btn btn-2 btn-sm" onClick={() => print()}>
            <Icon name="print" /> Imprimir
          </button>
        </p>
        <p className={`meta no-print ${styles.hint}`}>Dois dedos a ampliam no telefone; no teclado, + e −, e as setas a movem.</p>
      </div>
    </article>
  );
}

type PairProps = { plates: [PlateCard, PlateCard]; without: (plate: PlateCard) => string; onClose: () => void };

/** Two plates, side by side where there is room. */
export function PlatePair({ plates, without, onClose }: PairProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <article aria-labelledby="t-par">
      <header className={styles.pairHead}>
        <h1 id="t-par" ref={heading} tabIndex={-1}>
          Pranchas {plates[0].plate} e {plates[1].plate}
        </h1>
        <button type="button" className="text-btn no-print" onClick={onClose}>
          <Icon name="close" /> Fechar
        </button>
      </header>
      <div className={styles.pair}>
        {plates.map((plate) => (
          <section key={plate.plate} aria-label={`Prancha ${plate.plate}`}>
            <Plate plate={plate} alone={false} />
            <p className="caps caps-gold">Prancha {plate.plate}</p>
            <h2>{plate.caption}</h2>
            <Legend plate={plate} />
            <Link className="text-btn no-print" to={without(plate)} replace>
              Tirar esta prancha
            </Link>
          </section>
        ))}
      </div>
    </article>
  );
}
