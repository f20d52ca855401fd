import { useState } from "react";
import { Link, useParams } from "react-router";
import { dateAndTime } from "#app/lib/format.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { BlankCrumbs, EmptyState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { TextDetail, VersionHead } from "../authoring.answers.ts";
import { useCopy, useRestore, useSettle, useText, useVersion } from "../authoring.queries.ts";
import type { TextBody, TextRef } from "../authoring.schema.ts";
import { editorPath } from "../authoring-words.ts";
import { Comparison } from "./comparison.tsx";
import { PublishPanel } from "./publish-panel.tsx";
import { ReaderRemarks } from "./remark-list.tsx";
import { TextCrumbs } from "./text-crumbs.tsx";
import styles from "./versions-page.module.css";
import { WritersOnly } from "./writers-only.tsx";

export const WaitingVersions = () => (
  <PageShell>
    <div className="page">
      <title>Versões · Academia</title>
      <BlankCrumbs />
      <header className="page-head">
        <p className="caps caps-gold">Versões</p>
        <h1>O que muda</h1>
      </header>
      <Skeleton label="Carregando..." lines={8} />
    </div>
  </PageShell>
);

/** What changes in a text, whom it touches, and the history of the text. */
export function VersionsPage({ kind }: { kind: TextRef["kind"] }) {
  const { id = "" } = useParams();
  const text = useText({ kind, id });
  if (text.isPending) return <WaitingVersions />;
  if (!text.data) return <WritersOnly error={text.error} onRetry={() => void text.refetch()} />;
  return <Versions text={text.data} />;
}

/** What stands on one side of the comparison: a version by its number, the draft, or what members read. */
type Side = number | "draft" | "published";

function Versions({ text }: { text: TextDetail }) {
  const { draft, published, versions, conflict } = text;
  const [from, setFrom] = useState<Side>("published");
  const [to, setTo] = useState<Side>(draft ? "draft" : (conflict?.number ?? "published"));
  const before = useSide(text, from);
  const after = useSide(text, to === "draft" && !draft ? "published" : to);
  const sides: [Side, string][] = [
    ...(draft ? [["draft", `Rascunho${draft.author ? `, de ${draft.author}` : ""}`] as [Side, string]] : []),
    ...(published ? [["published", `Versão ${published.number}, publicada`] as [Side, string]] : []),
    ...versions
      .filter(({ number }) => number !== published?.number)
      .map(({ number, origin, published: shown }): [Side, string] => [
        number,
        shown ? `Versão ${number}` : `Versão ${number}, ${origin === "repository" ? "do repositório" : "não publicada"}`,
      ]),
  ];
  const sideOf = (value: string): Side => (value === "draft" || value === "published" ? value : Number(value));
  return (
    <div className={`page deg-${text.degree}`}>
      <title>Versões · Academia</title>
      <TextCrumbs text={text} here="Versões" />
      <header className="page-head">
        <p className="caps caps-gold">Versões</p>
        <h1>{text.title || "Sem título"}</h1>
        {draft?.reason && (
          <p className="lead">
            {draft.author ?? "O autor"}: “{draft.reason}”
          </p>
        )}
      </header>
      <Conflict text={text} />
      <div className={`with-aside ${styles.columns}`}>
        <div className={styles.main}>
          <section aria-labelledby="muda">
            <div className="ruled-head">
              <h2 id="muda">O que muda</h2>
              <p className="meta">Parágrafos iguais não aparecem</p>
            </div>
            {published ? (
              <>
                <div className={styles.sides}>
                  <SelectField label="De" value={String(from)} onChange={(event) => setFrom(sideOf(event.currentTarget.value))}>
                    {sides.map(([side, words]) => (
                      <option key={side} value={String(side)}>
                        {words}
                      </option>
                    ))}
                  </SelectField>
                  <SelectField label="Para" value={String(to)} onChange={(event) => setTo(sideOf(event.currentTarget.value))}>
                    {sides.map(([side, words]) => (
                      <option key={side} value={String(side)}>
                        {words}
                      </option>
                    ))}
                  </SelectField>
                </div>
                {before && after ? <Comparison before={before} after={after} /> : <Skeleton label="Comparando..." lines={4} />}
              </>
            ) : (
              <p>
                É um texto novo: não há com que comparar. <Link to={editorPath(text)}>Ler o rascunho</Link>
              </p>
            )}
          </section>
          <History
            text={text}
            onCompare={(number) => {
              setFrom(number);
              setTo("published");
            }}
          />
        </div>
        <div className={styles.side}>
          {draft ? (
            <PublishPanel text={text} draft={draft} />
          ) : (
            <EmptyState title="Não há rascunho">
              <Link className="btn btn-2" to={editorPath(text)}>
                Abrir o texto
              </Link>
            </EmptyState>
          )}
          <ReaderRemarks text={text} onShow={() => undefined} />
        </div>
      </div>
    </div>
  );
}

function useSide(text: TextDetail, side: Side): TextBody | undefined {
  const version = useVersion(text, typeof side === "number" ? side : null);
  if (side === "draft") return text.draft?.body;
  if (side === "published") return text.published?.body;
  return version.data?.body;
}

/** The repository has brought another text of what was edited here. */
function Conflict({ text }: { text: TextDetail }) {
  const settle = useSettle(text);
  if (!text.conflict || !text.can.write) return null;
  const choose = (take: "ours" | "theirs") =>
    settle.mutate(take, {
      onSuccess: () =>
        toastSuccess(
          take === "ours" ? "Fica o texto da casa" : "O texto do repositório é um rascunho agora",
          take === "ours" ? "O do repositório continua na história." : "Reveja-o e envie-o como qualquer outro.",
        ),
      onError: (error) => toastFailure("A decisão não foi guardada.", error),
    });
  return (
    <section className={styles.conflict} aria-labelledby="repositorio">
      <h2 id="repositorio">O repositório trouxe outro texto</h2>
      <p>
        Este texto foi editado aqui, e a versão nova do programa traz outro: é a {text.conflict.number}, e ninguém a leu. Compare
        as duas antes de decidir.
      </p>
      <div className={styles.acts}>
        <Button look="secondary" onClick={() => choose("ours")} busy={settle.isPending} busyLabel="Guardando...">
          Manter o nosso
        </Button>
        <Button look="secondary" onClick={() => choose("theirs")} disabled={text.draft !== null || settle.isPending}>
          Abrir o do repositório como rascunho
        </Button>
      </div>
      {text.draft && <p className="meta">Para abrir o do repositório, publique ou descarte antes o rascunho que existe.</p>}
    </section>
  );
}

const whoOf = ({ origin, author, publisher, published }: VersionHead): string => {
  if (origin === "repository") return published ? "Do repositório" : "Trazida pelo repositório, sem publicar";
  if (publisher === null || publisher === author)
    return `Publicada por ${publisher ?? author ?? "quem já saiu"}, sem outro leitor`;
  return `Escrita por ${author ?? "quem já saiu"}, publicada por ${publisher}`;
};

function History({ text, onCompare }: { text: TextDetail; onCompare: (number: number) => void }) {
  const restore = useRestore(text);
  const { versions, published, can, draft } = text;
  return (
    <section aria-labelledby="historia">
      <div className="ruled-head">
        <h2 id="historia">História</h2>
        <p className="meta">Restaurar não apaga: faz uma versão nova</p>
      </div>
      {versions.length === 0 && <p className="meta">Só a versão 1, do repositório.</p>}
      <ol className={styles.history}>
        {versions.map((version) => (
          <li key={version.number}>
            <span className={styles.number}>{version.number}</span>
            <div>
              <h3>{whoOf(version)}</h3>
              <p className="meta">{dateAndTime(new Date(version.at))}</p>
              {version.reason && <p>{version.reason}</p>}
              {version.number !== published?.number && (
                <p className={styles.acts}>
                  <button type="button" className="quiet" onClick={() => onCompare(version.number)}>
                    Comparar com a publicada
                  </button>
                  {can.write && !draft && (
                    <button
                      type="button"
                      className="quiet"
                      onClick={() =>
                        restore.mutate(version.number, {
                          onSuccess: () => toastSuccess("Rascunho aberto", `Diz o que dizia a versão ${version.number}.`),
                          onError: (error) => toastFailure("A versão não foi restaurada.", error),
                        })
                      }
                    >
                      Restaurar como versão nova
                    </button>
                  )}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <Copies text={text} />
    </section>
  );
}

function Copies({ text }: { text: TextDetail }) {
  if (text.copies.length === 0) return null;
  return (
    <details>
      <summary>Rascunhos que deram lugar a outros ({text.copies.length})</summary>
      <ul className="ruled-rows">
        {text.copies.map(({ id, author, at }) => (
          <li key={id}>
            <Copy text={text} copyId={id} label={`De ${author ?? "quem já saiu"}, ${dateAndTime(new Date(at))}`} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Copy({ text, copyId, label }: { text: TextDetail; copyId: string; label: string }) {
  const [open, setOpen] = useState(false);
  const copy = useCopy(text, copyId, open);
  const body = copy.data?.body;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {copy.isError && <p className="meta">{copy.error.message}</p>}
      {body && <pre className={styles.copy}>{"markdown" in body ? body.markdown : JSON.stringify(body, null, 2)}</pre>}
    </details>
  );
}
