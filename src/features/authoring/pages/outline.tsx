import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { DEGREE_LABEL, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { longDate, timeAgo } from "#app/lib/format.ts";
import { listInWords, numberInWords, opening, plural } from "#app/lib/text.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { BlankCrumbs, FormError, PageShell, Skeleton } from "#app/ui/states.tsx";
import type { Outline, OutlineLesson, OutlineModule, OutlineReaders, OutlineText } from "../authoring.answers.ts";
import { useMoveLesson, useOutline, useOutlineReaders, useStartLesson, useStartText } from "../authoring.queries.ts";
import { DEGREE_OF_ALL, newLessonInput, newTextInput, SHELVES, SHELVES_OF_ALL } from "../authoring.schema.ts";
import {
  editorPath,
  kindOfShelf,
  MARK_WORDS,
  publishPath,
  SHELF_WORDS,
  type ShownState,
  STATE_WORDS,
  STATE_WORDS_M,
} from "../authoring-words.ts";
import { ModuleActs, ModuleDialog } from "../components/module-acts.tsx";
import { Grip, MovingBar, useMoving } from "../components/moving.tsx";
import { Reach } from "../components/reach.tsx";
import { StateOf, Stone } from "../components/state-stone.tsx";
import { WritersOnly } from "../components/writers-only.tsx";
import styles from "./outline.module.css";

const Shell = () => (
  <PageShell>
    <div className="page">
      <title>Conteúdo · Academia</title>
      <BlankCrumbs />
      <header className="page-head">
        <p className="caps caps-gold">Conteúdo</p>
        <h1>O curso, lição por lição</h1>
      </header>
      <Skeleton label="Carregando..." lines={8} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

const isDegree = (value: string | null): value is Degree => DEGREES.includes(value as Degree);

/** What the academy teaches, as those who write it see it: its state, how far it is read, what waits. */
export default function OutlinePage() {
  const [search] = useSearchParams();
  const asked = search.get("grau");
  const degree = isDegree(asked) ? asked : "aprendiz";
  const outline = useOutline(degree);
  const readers = useOutlineReaders(degree);
  const [starting, setStarting] = useState(false);
  const [building, setBuilding] = useState(false);
  const [shelving, setShelving] = useState(false);
  if (outline.isPending) return <Shell />;
  if (!outline.data) return <WritersOnly error={outline.error} onRetry={() => void outline.refetch()} />;
  const { can, modules, shelves, degrees, waiting, conflicts } = outline.data;
  return (
    <div className={`page deg-${outline.data.degree}`}>
      <title>Conteúdo · Academia</title>
      <nav className="crumbs" aria-label="Você está em">
        <ol>
          <li>{can.appoint ? <Link to="/admin">Painel Admin</Link> : <Link to="/dashboard">Meu painel</Link>}</li>
          <li>
            <span aria-current="page">Conteúdo</span>
          </li>
        </ol>
      </nav>
      <header className="page-head head-act">
        <div>
          <p className="caps caps-gold">Conteúdo</p>
          <h1>O curso, lição por lição</h1>
          <p className="lead">{summary(outline.data, readers.data)}</p>
        </div>
        {can.write && (
          <Button onClick={() => setStarting(true)}>
            <Icon name="plus" /> Nova lição
          </Button>
        )}
      </header>
      {can.appoint && !can.write && !can.review && (
        <p>
          Você administra, e não escreve os textos deste grau. <Link to="/admin/autores">Autores e revisores</Link>
        </p>
      )}
      <Conflicts conflicts={conflicts} />
      <Waiting waiting={waiting} />
      <section aria-labelledby="modulos">
        <h2 className="visually-hidden" id="modulos">
          Módulos
        </h2>
        {degrees.length > 1 && (
          <nav className="tabs" aria-label="Grau">
            {degrees.map((each) => (
              <Link key={each} to={`?grau=${each}`} aria-current={each === degree ? "true" : undefined} preventScrollReset>
                {DEGREE_LABEL[each]}
              </Link>
            ))}
          </nav>
        )}
        <ol className={styles.modules}>
          {modules.map((module, index) => (
            <ModuleOfOutline
              key={module.id}
              module={module}
              place={index + 1}
              all={modules}
              degree={outline.data.degree}
              readers={readers.data}
              mayMove={can.write || can.review}
            />
          ))}
        </ol>
        {can.write && (
          <p className={styles.more}>
            <Button small look="secondary" onClick={() => setBuilding(true)}>
              <Icon name="plus" /> Novo módulo
            </Button>
          </p>
        )}
        {shelves.some(({ texts }) => texts.length > 0) || can.write ? (
          <>
            <div className={`ruled-head ${styles.outside}`}>
              <h2>Fora dos módulos</h2>
              {can.write && (
                <Button small look="secondary" onClick={() => setShelving(true)}>
                  <Icon name="plus" /> Novo texto
                </Button>
              )}
            </div>
            <ol className={styles.modules}>
              {shelves.map((shelf) => (
                <Shelf key={shelf.id} shelf={shelf} />
              ))}
            </ol>
          </>
        ) : null}
        {readers.isError && <p className="meta">Os números de leitores não vieram. Recarregue a página para os ver.</p>}
      </section>
      {building && <ModuleDialog degree={outline.data.degree} all={modules} onClose={() => setBuilding(false)} />}
      {starting && <StartLesson modules={modules} onClose={() => setStarting(false)} />}
      {shelving && <StartText degree={outline.data.degree} onClose={() => setShelving(false)} />}
    </div>
  );
}

function summary({ modules, waiting }: Outline, readers: OutlineReaders | undefined): string {
  const lessons = modules.flatMap((module) => module.lessons).filter(({ number }) => number !== null);
  const stops = readers?.lessons.filter(({ stopsAt }) => stopsAt !== null).length ?? 0;
  const sentences = [
    `${plural(modules.length, "módulo", "módulos")}, ${plural(lessons.length, "lição publicada", "lições publicadas")}.`,
    waiting.length > 0 &&
      `${opening(numberInWords(waiting.length, "f"))} ${waiting.length === 1 ? "espera" : "esperam"} revisão.`,
    stops > 0 && `Em ${numberInWords(stops, "f")}, os leitores param.`,
  ];
  return sentences.filter((each) => each !== false).join(" ");
}

function Waiting({ waiting }: Pick<Outline, "waiting">) {
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="espera">
      <div className="ruled-head">
        <h2 id="espera">À espera de revisão</h2>
        <p className="meta">O mais antigo primeiro</p>
      </div>
      <ol className={styles.waiting}>
        {waiting.map(({ kind, id, title, author, reason, submittedAt, own }) => (
          <li key={`${kind} ${id}`}>
            <div>
              <h3>{title}</h3>
              <p className="meta">
                {author ?? "Um autor"} pediu {timeAgo(new Date(submittedAt))}. {reason}
                {own && " Você escreveu neste texto: outro decide."}
              </p>
            </div>
            <Link className="go" to={publishPath({ kind, id })} aria-label={`Comparar “${title}”`}>
              Comparar <Icon name="arrow" />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Conflicts({ conflicts }: Pick<Outline, "conflicts">) {
  if (conflicts.length === 0) return null;
  return (
    <section aria-labelledby="conflitos">
      <div className="ruled-head">
        <h2 id="conflitos">O repositório trouxe outro texto</h2>
        <p className="meta">Nada foi trocado: decida você</p>
      </div>
      <ol className={styles.waiting}>
        {conflicts.map(({ kind, id, title, broughtAt }) => (
          <li key={`${kind} ${id}`}>
            <div>
              <h3>{title}</h3>
              <p className="meta">
                Este texto foi editado aqui, e a versão nova do programa traz outro, {timeAgo(new Date(broughtAt))}.
              </p>
            </div>
            <Link className="go" to={publishPath({ kind, id })} aria-label={`Comparar “${title}”`}>
              Comparar <Icon name="arrow" />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a row shows of a lesson: the draft that is under way, else what members have. */
const stateOf = ({ draft, retiredAt, version }: OutlineLesson): ShownState =>
  retiredAt !== null ? "retired" : (draft?.state ?? (version === null ? "draft" : "published"));

type ModuleProps = {
  module: OutlineModule;
  place: number;
  /** The modules of its degree. */
  all: OutlineModule[];
  degree: Degree;
  readers: OutlineReaders | undefined;
  mayMove: boolean;
};

function ModuleOfOutline({ module, place, all, degree, readers, mayMove }: ModuleProps) {
  const { id, title, lessons } = module;
  const figures = readers?.modules.find((each) => each.id === id);
  const counted = Map.groupBy(lessons, stateOf);
  const wall = listInWords([...counted].map(([state, own]) => `${own.length} ${STATE_WORDS[state].toLowerCase()}`));
  const placed = lessons.filter(({ number }) => number !== null).length;
  return (
    <li id={`modulo-${id}`}>
      <details className={styles.module}>
        <summary>
          <span className={styles.number}>{id}</span>
          <h3>{title}</h3>
          <span className={styles.wall} role="img" aria-label={wall || "sem lições"}>
            {lessons.map((lesson) => (
              <Stone key={lesson.id} state={stateOf(lesson)} />
            ))}
          </span>
          <span className="meta">
            {figures ? `${figures.began} começaram, ${figures.finished} terminaram` : lessons.length === 0 ? "Sem lições" : ""}
          </span>
        </summary>
        <ol className={styles.lessons}>
          {lessons.map((lesson) => (
            <LessonRow
              key={lesson.id}
              lesson={lesson}
              places={placed}
              mayMove={mayMove && lesson.number !== null}
              readers={readers?.lessons.find((each) => each.id === lesson.id)}
            />
          ))}
        </ol>
        {mayMove && <ModuleActs module={module} place={place} all={all} degree={degree} />}
      </details>
    </li>
  );
}

/** A shelf of more texts says in words how they are. */
const MOST_STONES = 80;

/** Whether a text of this shelf is called by a masculine name. */
const isMasculine = (shelf: string): boolean => shelf !== "piece" && shelf !== "life";

function Shelf({ shelf: { id, title, texts } }: { shelf: Outline["shelves"][number] }) {
  const masculine = isMasculine(id);
  const words = masculine ? STATE_WORDS_M : STATE_WORDS;
  const wall = listInWords([...Map.groupBy(texts, stateOf)].map(([state, own]) => `${own.length} ${words[state].toLowerCase()}`));
  return (
    <li id={`estante-${id}`}>
      <details className={styles.module}>
        <summary>
          <span className={styles.number} aria-hidden="true">
            {texts.length}
          </span>
          <h3>{title}</h3>
          {texts.length > MOST_STONES ? (
            <span className="meta">{wall}</span>
          ) : (
            <span className={styles.wall} role="img" aria-label={wall || "sem textos"}>
              {texts.map((text) => (
                <Stone key={text.id} state={stateOf(text)} />
              ))}
            </span>
          )}
          <span className="meta">{texts.length === 0 && "Sem textos deste grau"}</span>
        </summary>
        <ol className={styles.lessons}>
          {texts.map((text) => (
            <ShelfRow key={text.id} text={text} masculine={masculine} />
          ))}
        </ol>
      </details>
    </li>
  );
}

function ShelfRow({ text, masculine }: { text: OutlineText; masculine: boolean }) {
  const { kind, id, title, number, version, draft, retiredAt } = text;
  return (
    <li className={styles.shelved}>
      <h4>
        <Link to={editorPath({ kind, id })} className={retiredAt ? styles.struck : undefined}>
          {number !== null && <span className={styles.number}>{number}</span>}
          {title || "Sem título"}
        </Link>
      </h4>
      <p className={`meta ${styles.facts}`}>
        <StateOf state={stateOf(text)} masculine={masculine} />
        <span>{factsOf(draft, version, retiredAt)}</span>
      </p>
    </li>
  );
}

type RowProps = {
  lesson: OutlineLesson;
  places: number;
  mayMove: boolean;
  readers: OutlineReaders["lessons"][number] | undefined;
};

function LessonRow({ lesson, places, mayMove, readers }: RowProps) {
  const { id, title, number, version, draft, retiredAt } = lesson;
  const move = useMoveLesson();
  const moving = useMoving({
    place: number,
    places,
    putDown: (at, answered) => move.mutate({ id, number: at }, answered),
    failed: "Não foi possível mudar a lição de lugar.",
  });
  return (
    <li className={moving.lifted === null ? styles.lesson : `${styles.lesson} ${styles.lifted}`}>
      <Grip moving={moving} disabled={!mayMove} name={title} />
      <div>
        <h4>
          <Link to={editorPath({ kind: "lesson", id })} className={retiredAt ? styles.struck : undefined}>
            {number !== null && <span className={styles.number}>{number}</span>}
            {title || "Sem título"}
          </Link>
        </h4>
        <p className={`meta ${styles.facts}`}>
          <StateOf state={stateOf(lesson)} />
          <span>{factsOf(draft, version, retiredAt)}</span>
        </p>
      </div>
      <div className={styles.figure}>
        {readers ? <Reach lesson={readers} /> : version === null && <span className="meta">Ninguém a vê ainda.</span>}
      </div>
      <div className={styles.figure}>
        {version !== null && (
          <Link to={`/admin/conteudo/licoes/${id}/questoes`}>
            {readers ? plural(readers.questions, "questão", "questões") : "Questões"}
            <span className="visually-hidden"> de {title}</span>
          </Link>
        )}
        {readers?.weak && <span className={styles.weak}>{MARK_WORDS[readers.weak].brief}</span>}
      </div>
      <MovingBar moving={moving} busy={move.isPending}>
        Quem já a leu conserva o que fez.
      </MovingBar>
    </li>
  );
}

function factsOf(draft: OutlineLesson["draft"], version: number | null, retiredAt: string | null): string {
  if (retiredAt) return `em ${longDate(new Date(retiredAt))}`;
  if (!draft) return `versão ${version ?? 1}`;
  const stays = version === null ? "" : `; a ${version} segue publicada`;
  if (draft.state === "scheduled" && draft.publishAt) return `para ${longDate(new Date(draft.publishAt))}${stays}`;
  return `de ${draft.author ?? "um autor"}, ${timeAgo(new Date(draft.savedAt))}${stays}`;
}

function StartLesson({ modules, onClose }: { modules: Outline["modules"]; onClose: () => void }) {
  const start = useStartLesson();
  const navigate = useNavigate();
  const form = useZodForm(newLessonInput, { moduleId: modules[0]?.id ?? 1, title: "" });
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    start.mutate(input, {
      onSuccess: ({ id }) => void navigate(editorPath({ kind: "lesson", id })),
      onError: (error) => {
        if (!showFieldErrors(form, error)) form.setError("root", { message: error.message });
      },
    }),
  );
  return (
    <FormDialog
      title="Nova lição"
      description={<p>Ela fica entre os autores até ser publicada. O título e o lugar podem mudar depois.</p>}
      action="Começar a escrever"
      busyLabel="Abrindo..."
      busy={start.isPending}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Título" error={errors.title?.message} {...form.register("title")} />
      <SelectField label="Módulo" error={errors.moduleId?.message} {...form.register("moduleId", { valueAsNumber: true })}>
        {modules.map(({ id, title }) => (
          <option key={id} value={id}>
            {id}. {title}
          </option>
        ))}
      </SelectField>
      <FormError message={errors.root?.message} />
    </FormDialog>
  );
}

function StartText({ degree, onClose }: { degree: Degree; onClose: () => void }) {
  const start = useStartText();
  const navigate = useNavigate();
  const form = useZodForm(newTextInput, { shelf: "piece", degree, title: "" });
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    start.mutate(input, {
      onSuccess: ({ id }) => void navigate(editorPath({ kind: kindOfShelf(input.shelf), id })),
      onError: (error) => {
        if (!showFieldErrors(form, error)) form.setError("root", { message: error.message });
      },
    }),
  );
  return (
    <FormDialog
      title="Novo texto"
      description={
        <p>Será do grau de {DEGREE_LABEL[degree]}, e isto não muda depois. Fica entre os autores até ser publicado.</p>
      }
      action="Começar a escrever"
      busyLabel="Abrindo..."
      busy={start.isPending}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      <SelectField label="O que é" error={errors.shelf?.message} {...form.register("shelf")}>
        {SHELVES.filter((shelf) => degree === DEGREE_OF_ALL || !SHELVES_OF_ALL.includes(shelf)).map((shelf) => (
          <option key={shelf} value={shelf}>
            {SHELF_WORDS[shelf].one}
          </option>
        ))}
      </SelectField>
      <TextField label="Título" error={errors.title?.message} {...form.register("title")} />
      <FormError message={errors.root?.message} />
    </FormDialog>
  );
}
