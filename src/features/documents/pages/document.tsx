import { useRef } from "react";
import { Link, useParams } from "react-router";
import { OpenQuestions } from "#app/features/courses/components/open-questions.tsx";
import { AnnotateButton, useAnnotating } from "#app/features/notes/components/annotate-button.tsx";
import { NoteLayer } from "#app/features/notes/components/note-layer.tsx";
import { FailedPage } from "#app/features/offline/components/late.tsx";
import { ReadAloud } from "#app/features/reader/components/read-aloud.tsx";
import type { NextText } from "#app/features/reader/voice.ts";
import { ApiError } from "#app/lib/api.ts";
import { SORT, studyAddress } from "#app/lib/study-sorts.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { Pager, PagerLink } from "#app/ui/pager.tsx";
import { Blank, BlankCrumbs, PageShell, Skeleton } from "#app/ui/states.tsx";
import "#app/ui/styles/prose.css";
import { DocumentHtml } from "../components/document-html.tsx";
import { DocumentPlate } from "../components/document-plate.tsx";
import type { DocumentText } from "../documents.answers.ts";
import { useDocument } from "../documents.queries.ts";
import styles from "./document.module.css";

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.document}`}>
      <title>Documento · Academia</title>
      <header className={styles.head}>
        <BlankCrumbs />
        <p className="caps">
          <Blank letters={16} />
        </p>
        <h1>
          <Blank letters={30} />
        </h1>
      </header>
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function DocumentPage() {
  const id = useParams().documentId!;
  const document = useDocument(id);
  if (document.data) return <Document key={id} document={document.data} />;
  if (document.error instanceof ApiError && document.error.code === "not_found") return <NotFound />;
  if (document.isPending) return <Shell />;
  return (
    <div className="page">
      <title>Documento · Academia</title>
      <FailedPage
        what="Este documento"
        title="Erro ao carregar o documento"
        error={document.error}
        onRetry={() => void document.refetch()}
      />
    </div>
  );
}

function NotFound() {
  return (
    <div className="page">
      <title>Documento não encontrado · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Documentos</p>
        <h1>Documento não encontrado</h1>
        <p className="lead">Talvez o endereço esteja errado, ou o documento seja de um grau que você ainda não recebeu.</p>
      </header>
      <Link className="go" to="/documentos">
        Ver os documentos
      </Link>
    </div>
  );
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function Document({ document }: { document: DocumentText }) {
  const { id, title, subject, intro, kind, place, compared, commentary, questions } = document;
  const shown = useRef<HTMLDivElement>(null);
  const annotating = useAnnotating({ kind: "document", textId: id }, shown);
  const texts = compared ? " · duas redações" : "";
  return (
    <div className={`page ${styles.document}`}>
      <title>Documento · Academia</title>
      <header className={styles.head}>
        <nav className="crumbs no-print" aria-label="Você está em">
          <ol>
            <li>
              <Link to="/biblioteca">Biblioteca</Link>
            </li>
            <li>
              <Link to="/documentos">Documentos</Link>
            </li>
            <li>
              <span aria-current="page">{capital(kind)}</span>
            </li>
          </ol>
        </nav>
        <p className={`caps caps-gold ${styles.running}`}>
          {capital(kind)} · {place}
          {texts}
        </p>
        <h1>{title}</h1>
        <p className={`lead ${styles.standfirst}`}>{subject}.</p>
        <p className={styles.intro}>{intro}</p>
        <p className={`${styles.tools} no-print`}>
          <ReadAloud text={shown} next={nextToHear(document)} className="btn btn-2 btn-sm" />
          <AnnotateButton annotating={annotating} className="btn btn-2 btn-sm" />
        </p>
      </header>
      <div ref={shown} className={styles.grid}>
        <Facts document={document} />
        <DocumentPlate document={document} />
        <div className={styles.three} data-passages="">
          {commentary.map(({ title: heading, html }) => (
            <section key={heading}>
              <h2 className="caps">{heading}</h2>
              <DocumentHtml html={html} />
            </section>
          ))}
        </div>
        <div className={styles.end}>
          <NoteLayer annotating={annotating} html={id} />
          <OpenQuestions questions={questions} name="Pergunte ao documento" source={{ kind: "documents", id, title }} />
          <WhereShown document={document} />
          <p className={styles.disclaimer}>Conteúdo de apoio. Não substitui a instrução da sua Loja.</p>
          <Neighbours document={document} />
        </div>
      </div>
    </div>
  );
}

const nextToHear = ({ next }: DocumentText): NextText | undefined =>
  next ? { path: `/documentos/${next.id}`, title: next.title, words: "o próximo documento" } : undefined;

function Facts({ document: { author, original, page, date, disputed, edition, sources, link } }: { document: DocumentText }) {
  return (
    <aside className={styles.facts} aria-label="Ficha do documento">
      <dl>
        <div>
          <dt>Autor</dt>
          <dd>{author}</dd>
        </div>
        <div>
          <dt>Obra</dt>
          <dd>
            <cite lang={original.lang}>{original.title}</cite>, {page}
          </dd>
        </div>
        <div>
          <dt>Data</dt>
          <dd>
            {date}
            {disputed && "; os estudiosos dão outras"}
          </dd>
        </div>
        <div>
          <dt>Edição vista</dt>
          <dd>{edition}</dd>
        </div>
        <div>
          <dt>Tradução</dt>
          <dd>da Academia. {sources}</dd>
        </div>
      </dl>
      {link && (
        <p>
          <a className="go" href={link.href} rel="noopener noreferrer">
            {link.label} <Icon name="external" />
          </a>
        </p>
      )}
    </aside>
  );
}

/** Where the academy shows it: lessons and studies that this reader may open. */
function WhereShown({ document: { lessons, studies } }: { document: DocumentText }) {
  if (lessons.length + studies.length === 0) return null;
  return (
    <section className={styles.where} aria-labelledby="t-onde">
      <h2 className="caps" id="t-onde">
        Onde se lê na Academia
      </h2>
      <ul>
        {lessons.map(({ moduleId, number, title }) => (
          <li key={`${moduleId}-${number}`}>
            <Link to={`/modulo/${moduleId}/licao/${number}`} prefetch="intent">
              <span>{title}</span>
              <span className="meta">
                Módulo {moduleId}, lição {number}
              </span>
            </Link>
          </li>
        ))}
        {studies.map(({ id, sort, order, title }) => (
          <li key={id}>
            <Link to={studyAddress({ sort, id })} prefetch="intent">
              <span>{title}</span>
              <span className="meta">
                {SORT[sort].one} {order}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Neighbours({ document: { previous, next } }: { document: DocumentText }) {
  return (
    <Pager label="Documentos">
      {previous && (
        <PagerLink rel="prev" kind={previous.date} to={`/documentos/${previous.id}`}>
          {previous.title}
        </PagerLink>
      )}
      {next && (
        <PagerLink rel="next" kind={next.date} to={`/documentos/${next.id}`}>
          {next.title}
        </PagerLink>
      )}
    </Pager>
  );
}
