import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { longDate } from "#app/lib/format.ts";
import { passageFragment } from "#app/lib/passage-link.ts";
import { SEARCH_LENGTH } from "#app/lib/search.ts";
import { fold, plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { COLOUR_LABEL } from "../colours.ts";
import { NoteDialog } from "../components/note-dialog.tsx";
import noteStyles from "../components/notes.module.css";
import { WaitingNotes } from "../components/waiting-notes.tsx";
import type { KnownNote } from "../note-drafts.ts";
import type { ListedNote, NotedText } from "../notes.answers.ts";
import { useNoteList } from "../notes.queries.ts";
import type { TextRef } from "../notes.schema.ts";
import { notesAsMarkdown, PASSAGE_WORDS, titleOf } from "../notes-markdown.ts";
import { useWaitingNotes } from "../outbox.ts";
import { useDeleteWithUndo } from "../use-delete-note.ts";
import styles from "./notes-page.module.css";

/** The texts with those of their notes that have all the words that are searched for. */
function found(texts: NotedText[], search: string): NotedText[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return texts
    .map((text) => ({
      ...text,
      notes: text.notes.filter((note) => {
        const all = fold([note.body, note.quote, text.title, text.shelf].join(" "));
        return words.every((word) => all.includes(word));
      }),
    }))
    .filter(({ notes }) => notes.length > 0);
}

const countOf = (texts: NotedText[]) => texts.reduce((total, { notes }) => total + notes.length, 0);

const Head = () => (
  <>
    <title>Minhas anotações · Academia</title>
    <header className="page-head">
      <h1>Minhas anotações</h1>
      <p className="lead">O que você marcou e escreveu nos textos. Só você as lê.</p>
    </header>
  </>
);

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.page}`}>
      <Head />
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function NotesPage() {
  const list = useNoteList();
  const waiting = useWaitingNotes();
  const [search, setSearch] = useState("");
  const [editing, setEditing] = useState<EditedNote>();
  const [dropping, setDropping] = useState<ListedNote>();
  const remove = useDeleteWithUndo();
  const texts = list.data?.texts ?? [];
  const shown = found(texts, search);
  /** A text that is closed or gone takes no note: a deletion there cannot be undone, and is asked for. */
  const onDelete = (note: ListedNote) =>
    texts.some(({ path, notes }) => path && notes.some(({ id }) => id === note.id)) ? remove(note.id) : setDropping(note);
  return (
    <div className={`page ${styles.page}`}>
      <Head />
      <WaitingNotes />
      {list.isPending && <Skeleton label="Carregando..." lines={6} />}
      {list.isError && (
        <ErrorState title="Erro ao carregar as anotações" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && texts.length === 0 && waiting.length === 0 && <Empty />}
      {texts.length > 0 && (
        <>
          <div className={`${styles.tools} no-print`}>
            <TextField
              label="Procurar nas anotações"
              type="search"
              maxLength={SEARCH_LENGTH}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
            <Button look="secondary" onClick={() => saveMarkdown(shown)}>
              <Icon name="download" /> Baixar para guardar
            </Button>
            <Button look="secondary" onClick={() => window.print()}>
              <Icon name="print" /> Imprimir ou guardar em PDF
            </Button>
          </div>
          <p className="meta" role="status">
            {search.trim()
              ? `${plural(countOf(shown), "anotação encontrada", "anotações encontradas")}`
              : plural(countOf(texts), "anotação", "anotações")}
          </p>
          <Shelves texts={shown} onEdit={setEditing} onDelete={onDelete} />
        </>
      )}
      {editing && (
        <NoteDialog
          key={editing.id}
          note={editing satisfies KnownNote}
          about={PASSAGE_WORDS[editing.passage]}
          onClose={() => setEditing(undefined)}
        />
      )}
      {dropping && (
        <ConfirmDialog
          title="Excluir a anotação?"
          description="O texto dela não está aberto para você, e a exclusão não poderá ser desfeita."
          action="Excluir"
          onClose={() => setDropping(undefined)}
          onConfirm={() => {
            remove(dropping.id);
            setDropping(undefined);
          }}
        />
      )}
    </div>
  );
}

function Empty() {
  return (
    <EmptyState title="Você ainda não anotou nada">
      <p>
        Em uma lição, toque em <strong>Anotar</strong> e depois no parágrafo. No computador, selecione um trecho.
      </p>
      <Link className="btn btn-2" to="/modulos">
        Ver os módulos
      </Link>
    </EmptyState>
  );
}

type EditedNote = ListedNote & TextRef;
type ListProps = { texts: NotedText[]; onEdit: (note: EditedNote) => void; onDelete: (note: ListedNote) => void };

function Shelves({ texts, ...acts }: ListProps) {
  const shelves = Map.groupBy(texts, ({ shelf }) => shelf);
  return [...shelves].map(([shelf, own]) => (
    <section key={shelf} className={styles.shelf}>
      <h2>{shelf}</h2>
      {own.map((text) => (
        <article key={`${text.kind} ${text.textId}`}>
          <h3>{text.path ? <Link to={text.path}>{titleOf(text)}</Link> : titleOf(text)}</h3>
          <ul>
            {text.notes.map((note) => (
              <NoteLine key={note.id} note={{ ...note, kind: text.kind, textId: text.textId }} path={text.path} {...acts} />
            ))}
          </ul>
        </article>
      ))}
    </section>
  ));
}

/** @param path of its text, where the member may read it */
function NoteLine({ note, path, onEdit, onDelete }: { note: EditedNote; path: string | null } & Omit<ListProps, "texts">) {
  const { id, colour, quote, body, passage, updatedAt } = note;
  const line = useRef<HTMLLIElement>(null);
  const sought = useLocation().hash === `#nota-${id}`; // the search leads here
  useEffect(() => {
    if (!sought) return;
    line.current!.scrollIntoView({ block: "center" });
    line.current!.focus({ preventScroll: true });
  }, [sought]);
  return (
    <li ref={line} id={`nota-${id}`} tabIndex={sought ? -1 : undefined} className={`${styles.line} ${noteStyles[colour]}`}>
      {quote && (
        <blockquote className={noteStyles.quote}>
          {path ? <Link to={`${path}${passageFragment(quote)}`}>{quote}</Link> : quote}
        </blockquote>
      )}
      {PASSAGE_WORDS[passage] && <p className="meta">{PASSAGE_WORDS[passage]}</p>}
      {body && <p className={noteStyles.body}>{body}</p>}
      <p className={`meta ${styles.foot}`}>
        <span>
          {COLOUR_LABEL[colour]}, {longDate(new Date(updatedAt))}
        </span>
        <button type="button" className="go no-print" onClick={() => onEdit(note)}>
          Mudar
        </button>
        <button type="button" className="go no-print" onClick={() => onDelete(note)}>
          Excluir
        </button>
      </p>
    </li>
  );
}

/** Hands what is shown to the browser as a file. */
function saveMarkdown(texts: NotedText[]): void {
  const address = URL.createObjectURL(new Blob([notesAsMarkdown(texts, location.origin)], { type: "text/markdown" }));
  Object.assign(document.createElement("a"), { href: address, download: "minhas-anotacoes.md" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // some browsers begin to read it only after the click
}
