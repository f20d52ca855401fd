import { useRef } from "react";
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from "react-router";
import { Contents } from "#app/features/reader/components/contents.tsx";
import readerStyles from "#app/features/reader/components/reader.module.css";
import { ReadingBody } from "#app/features/reader/components/reading-body.tsx";
import { Icon } from "#app/ui/icons.tsx";
import type { OpenReading } from "../library.answers.ts";
import { readOpenReading } from "../open-reading.content.ts";
import { readOpenReadingNow } from "../open-reading.queries.ts";

/** Runs in the build. */
export const loader = () => readOpenReading();

/** The article as it is now: an author may have changed it since the build. */
export const clientLoader = async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<OpenReading> =>
  (await readOpenReadingNow()) ?? serverLoader<OpenReading>();

/** An article of the library that is open to visitors, so that they see what an evening here is like. */
export default function OpenReadingPage() {
  const { title, description, author, html, headings, terms, minutes } = useLoaderData<typeof loader>();
  const body = useRef<HTMLDivElement>(null);
  return (
    <div className={`page ${readerStyles.lesson} reading`}>
      <title>{`${title} · Academia`}</title>
      <meta name="description" content={description} />
      <header className={readerStyles.lessonHead}>
        <p className={`caps ${readerStyles.running}`}>Da biblioteca, aberto a visitantes</p>
        <h1>{title}</h1>
        <p className={`lead ${readerStyles.standfirst}`}>{description}</p>
        <p className={readerStyles.facts}>
          <span>Por {author}</span>
          <span>
            <Icon name="clock" />
            {minutes} min de leitura
          </span>
        </p>
      </header>
      <Contents title="Neste texto" items={headings} className={readerStyles.contents} />
      <div className={readerStyles.column}>
        <article className="text">
          <ReadingBody ref={body} html={html} terms={terms} />
          <section className="note no-print" aria-labelledby="t-adiante">
            <h2 id="t-adiante">Uma noite aqui é assim</h2>
            <p>
              Um texto, as suas fontes, e as palavras difíceis a um toque. Quem tem conta lê também as lições do seu grau,
              responde a perguntas, anota e conversa com um mentor.
            </p>
            <p className="calls">
              <Link className="btn when-out" to="/login" state={{ tab: "registrar" }}>
                Criar uma conta
              </Link>
              <Link className="btn when-in" to="/biblioteca">
                Ver a biblioteca
              </Link>
              <Link className="go" to="/avaliacao">
                Fazer a avaliação de nível
              </Link>
            </p>
          </section>
          <p className={readerStyles.disclaimer}>Conteúdo de apoio. Não substitui a instrução da sua Loja.</p>
        </article>
      </div>
    </div>
  );
}
