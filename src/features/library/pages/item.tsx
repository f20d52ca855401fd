import { useRef } from "react";
import { Link, useParams } from "react-router";
import { useAnnotating } from "#app/features/notes/components/annotate-button.tsx";
import { NoteLayer } from "#app/features/notes/components/note-layer.tsx";
import { Contents } from "#app/features/reader/components/contents.tsx";
import readerStyles from "#app/features/reader/components/reader.module.css";
import { ReadingBody } from "#app/features/reader/components/reading-body.tsx";
import { ReadingTools } from "#app/features/reader/components/reading-tools.tsx";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { BlankCrumbs, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { Cover } from "../components/cover.tsx";
import { ItemActions } from "../components/item-actions.tsx";
import { ItemCrumbs } from "../components/item-crumbs.tsx";
import { Related } from "../components/related.tsx";
import { WaysToRead } from "../components/ways-to-read.tsx";
import { WhereToFind } from "../components/where-to-find.tsx";
import type { LibraryRecord, LibraryText } from "../library.answers.ts";
import { useLibraryItem } from "../library.queries.ts";
import { TYPE_LABEL } from "../library.schema.ts";
import styles from "./item.module.css";

const Shell = () => (
  <PageShell>
    <div className="page room-s">
      <title>Biblioteca · Academia</title>
      <BlankCrumbs />
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function ItemPage() {
  const id = useParams().id!;
  const item = useLibraryItem(id);
  const missing = item.error instanceof ApiError && item.error.code === "not_found";
  useLoadErrorToast(missing ? null : item.error, "Erro ao carregar biblioteca");
  if (missing) return <Missing />;
  if (item.data)
    return item.data.text ? <Reading key={id} item={item.data} text={item.data.text} /> : <Record item={item.data} />;
  if (item.isPending) return <Shell />;
  return (
    <div className="page room-xl">
      <ErrorState title="Erro ao carregar biblioteca" error={item.error} onRetry={() => void item.refetch()} />
    </div>
  );
}

function Missing() {
  return (
    <div className="page">
      <title>Item não encontrado · Academia</title>
      <header className="page-head">
        <h1>Item não encontrado</h1>
        <p className="lead">Talvez tenha sido retirado da biblioteca.</p>
      </header>
      <Link className="go" to="/biblioteca">
        Ver a biblioteca
      </Link>
    </div>
  );
}

function Badges({ item: { type, category, degree } }: { item: LibraryRecord }) {
  return (
    <p className={styles.itemBadges}>
      <span className={`badge ${styles.badgeType}`}>{TYPE_LABEL[type]}</span>
      <span className="badge">{category}</span>
      {degree && <span className={`badge deg-${degree}`}>{DEGREE_LABEL[degree]}</span>}
    </p>
  );
}

/** The full record of a work whose text is not read here. */
function Record({ item }: { item: LibraryRecord }) {
  const { title, author, description, about, document, link, type } = item;
  return (
    <div className={`page ${styles.item}`}>
      <title>{`${TYPE_LABEL[type]} da biblioteca · Academia`}</title>
      <ItemCrumbs here={TYPE_LABEL[type]} />
      <div className={styles.itemGrid}>
        <Cover item={item} className={styles.cover} />
        <article className={styles.itemMain}>
          <header>
            <Badges item={item} />
            <h1>{title}</h1>
            <p className={styles.itemAuthor}>Por {author}</p>
            <p className="lead">{description}</p>
          </header>
          {document || link ? <WaysToRead item={item} /> : <p className="note">A biblioteca tem desta obra apenas a ficha.</p>}
          <WhereToFind item={item} />
          {about && (
            <section className={styles.itemAbout} aria-labelledby="t-about">
              <h2 id="t-about">Sobre a obra</h2>
              <p>{about}</p>
            </section>
          )}
          <Facts item={item} />
          <ItemActions item={item} />
          <Related item={item} />
        </article>
      </div>
    </div>
  );
}

function Facts({ item: { type, otherTitles, year, language, publicDomain } }: { item: LibraryRecord }) {
  const rights = publicDomain ? "Original em domínio público no Brasil" : "Obra protegida, citada como referência";
  const facts = [
    ["Outros títulos", otherTitles],
    ["Ano", year],
    ["Idioma", language],
    ["Direitos", type === "book" ? rights : null],
  ] as const;
  return (
    <section className={styles.itemFacts} aria-labelledby="t-facts">
      <h2 id="t-facts">Ficha</h2>
      <dl>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** A text that is read here, set as a lesson is. */
function Reading({ item, text }: { item: LibraryRecord; text: LibraryText }) {
  const body = useRef<HTMLDivElement>(null);
  const annotating = useAnnotating({ kind: "article", textId: item.id }, body);
  const { title, author, year, description, about } = item;
  return (
    <div className={`page ${readerStyles.lesson} reading`}>
      <title>{`${TYPE_LABEL[item.type]} da biblioteca · Academia`}</title>
      <header className={readerStyles.lessonHead}>
        <ItemCrumbs here={TYPE_LABEL[item.type]} />
        <p className={`caps ${readerStyles.running}`}>{item.category}</p>
        <h1>{title}</h1>
        <p className={`lead ${readerStyles.standfirst}`}>{description}</p>
        <p className={readerStyles.facts}>
          <span className={`badge ${styles.badgeType}`}>{TYPE_LABEL[item.type]}</span>
          {item.degree && <span className={`badge deg-${item.degree}`}>{DEGREE_LABEL[item.degree]}</span>}
          <span>
            Por {author}
            {year && `, ${year}`}
          </span>
          <span>
            <Icon name="clock" />
            {text.minutes} min de leitura
          </span>
        </p>
      </header>
      {text.headings.length > 1 && <Contents title="Neste texto" items={text.headings} className={readerStyles.contents} />}
      <div className={readerStyles.column}>
        <ReadingTools text={body} annotating={annotating} title={title} standfirst={description} />
        <article className="text">
          <ReadingBody ref={body} html={text.html} terms={text.terms} />
          <NoteLayer annotating={annotating} html={text.html} />
          <footer className={styles.readingFoot}>
            <WaysToRead item={item} />
            {about && (
              <section className={styles.itemAbout} aria-labelledby="t-about">
                <h2 id="t-about">Sobre este texto</h2>
                <p>{about}</p>
              </section>
            )}
            <p className={readerStyles.disclaimer}>Conteúdo de apoio. Não substitui a instrução da sua Loja.</p>
            <ItemActions item={item} />
            <Related item={item} />
          </footer>
        </article>
      </div>
    </div>
  );
}
