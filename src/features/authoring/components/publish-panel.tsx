import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { sayOf } from "#app/lib/api.ts";
import { dateAndTime } from "#app/lib/format.ts";
import { NO_DATE } from "#app/lib/no-date.ts";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTimeField } from "#app/ui/date-time-field.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { FormError, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { ReadersOfChange, TextDetail } from "../authoring.answers.ts";
import { usePublish, useReadersOfChange, useReturn, useUnschedule } from "../authoring.queries.ts";
import type { TextKind } from "../authoring.schema.ts";
import { editorPath } from "../authoring-words.ts";
import styles from "./publish-panel.module.css";

type Draft = NonNullable<TextDetail["draft"]>;

/** What the publication does to those who study, before the press; then the press. */
export function PublishPanel({ text, draft }: { text: TextDetail; draft: Draft }) {
  const readers = useReadersOfChange(text, draft.version);
  const next = (text.published?.number ?? 0) + 1;
  return (
    <section className={styles.panel} aria-labelledby="publicar">
      <p className="caps caps-gold">Publicar</p>
      <h2 id="publicar">A versão {next} e os seus leitores</h2>
      {readers.isPending && <Skeleton label="Contando os leitores..." lines={3} />}
      {readers.isError && <p className="meta">{sayOf(readers.error)}</p>}
      {readers.data && <Known text={text} readers={readers.data} />}
      <Decision text={text} draft={draft} next={next} becomesNew={readers.data?.becomesNew ?? false} />
    </section>
  );
}

function Known({ text, readers }: { text: TextDetail; readers: ReadersOfChange }) {
  const { finished, inside, exams, lostNotes, lostPassages, answers, becomesNew, remarks } = readers;
  const former = text.published?.number;
  const blocking = remarks.filter(({ blocks }) => blocks).length;
  const within: [number, string] = [
    inside,
    inside === 1 ? "está no meio: segue do mesmo parágrafo." : "estão no meio: seguem do mesmo parágrafo.",
  ];
  const lines: Record<TextKind, [number, string][]> = {
    lesson: [
      [finished, finished === 1 ? "terminou esta lição: nada muda para ele." : "terminaram esta lição: nada muda para eles."],
      within,
      [exams, exams === 1 ? "exame em curso guarda as questões de antes." : "exames em curso guardam as questões de antes."],
    ],
    question: [
      [answers, answers === 1 ? "resposta dada conserva a nota." : "respostas dadas conservam a nota."],
      [exams, exams === 1 ? `exame em curso guarda a versão ${former}.` : `exames em curso guardam a versão ${former}.`],
    ],
    document: [
      [answers, answers === 1 ? "resposta às suas questões conserva a nota." : "respostas às suas questões conservam a nota."],
      [exams, exams === 1 ? "exame em curso guarda as questões de antes." : "exames em curso guardam as questões de antes."],
    ],
    article: [],
    term: [
      [
        inside,
        inside === 1 ? "revê este verbete: a ficha mostra o texto novo." : "reveem este verbete: a ficha mostra o texto novo.",
      ],
    ],
    study: [[finished, finished === 1 ? "chegou ao fim: nada muda para ele." : "chegaram ao fim: nada muda para eles."], within],
  };
  return (
    <>
      {former === undefined ? (
        <p>Ninguém leu este texto ainda: ele começa aqui.</p>
      ) : lines[text.kind].length === 0 ? (
        <p>Não se guarda quem o leu: quem o abrir lê o texto novo.</p>
      ) : (
        <ul className={styles.known}>
          {lines[text.kind].map(([count, words]) => (
            <li key={words}>
              <b>{count}</b>
              <span>{words}</span>
            </li>
          ))}
        </ul>
      )}
      {becomesNew && (
        <p className={styles.warn}>
          <Icon name="alert" />
          <span>
            A pergunta muda de sentido: vira outra questão, e a de antes se retira com as suas respostas. Quem já a respondeu não
            passa a ter respondido outra coisa.
          </span>
        </p>
      )}
      {lostNotes.count > 0 && (
        <details>
          <summary>{plural(lostNotes.count, "anotação perde a passagem", "anotações perdem a passagem")}</summary>
          <p className="meta">As anotações ficam com quem as escreveu, ao lado do texto. As passagens:</p>
          <ul>
            {lostNotes.passages.map((passage) => (
              <li key={passage}>“{passage}”</li>
            ))}
          </ul>
        </details>
      )}
      {lostPassages.length > 0 && (
        <details open>
          <summary>{plural(lostPassages.length, "questão se apoia", "questões se apoiam")} em palavras que saem</summary>
          <ul>
            {lostPassages.map(({ id, prompt }) => (
              <li key={id}>
                <Link to={editorPath({ kind: "question", id })}>{prompt}</Link>
              </li>
            ))}
          </ul>
        </details>
      )}
      {remarks.length > 0 && (
        <p className={styles.warn}>
          <Icon name="alert" />
          <span>
            {blocking > 0
              ? "Um reparo impede a publicação. "
              : `${remarks.length === 1 ? "Um reparo ficou" : `${remarks.length} reparos ficaram`} na margem. `}
            <Link to={editorPath(text)}>Ver no texto</Link>
          </span>
        </p>
      )}
    </>
  );
}

function Decision({ text, draft, next, becomesNew }: { text: TextDetail; draft: Draft; next: number; becomesNew: boolean }) {
  const [later, setLater] = useState(false);
  const [day, setDay] = useState<string | null>(null);
  const [returning, setReturning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const publish = usePublish(text);
  const unschedule = useUnschedule(text);
  const navigate = useNavigate();
  if (draft.state === "scheduled")
    return (
      <>
        <p>
          <strong>Sai em {dateAndTime(new Date(draft.publishAt!))}.</strong> Até lá os membros leem a versão de antes.
        </p>
        <Button
          look="secondary"
          busy={unschedule.isPending}
          busyLabel="Desfazendo..."
          onClick={() =>
            unschedule.mutate(draft.version, { onError: (error) => toastFailure("A marcação não foi desfeita.", error) })
          }
        >
          Desfazer a marcação
        </Button>
      </>
    );
  if (!text.can.review) return text.can.whyNot ? <p className="meta">{text.can.whyNot}</p> : null;
  const send = () => {
    setFailure(undefined);
    if (later && (day === null || day === NO_DATE)) return setFailure("Escolha o dia e a hora, ou publique agora.");
    publish.mutate(
      { version: draft.version, at: later ? day : null },
      {
        onSuccess: ({ id }, here) => {
          if (later) return toastSuccess("Publicação marcada", "O texto sai sozinho na hora marcada.");
          toastSuccess(`Versão ${becomesNew ? 1 : next} publicada`, "Está à vista de todos agora.");
          if (here) void navigate(editorPath({ kind: text.kind, id }), { replace: true });
        },
        onError: (error) => setFailure(sayOf(error)),
      },
    );
  };
  return (
    <>
      <fieldset className={styles.when}>
        <legend className="visually-hidden">Quando</legend>
        <label>
          <input type="radio" name="quando" checked={!later} onChange={() => setLater(false)} />
          <span>
            <b>Agora</b>
            <span className="meta">À vista de todos em um instante.</span>
          </span>
        </label>
        <label>
          <input type="radio" name="quando" checked={later} onChange={() => setLater(true)} />
          <span>
            <b>Em dia marcado</b>
            <span className="meta">O texto sai sozinho, e o autor é avisado.</span>
          </span>
        </label>
      </fieldset>
      {later && (
        <DateTimeField
          label="Dia e hora"
          error={undefined}
          value={day}
          onChange={setDay}
          onBlur={() => undefined}
          inputRef={null}
        />
      )}
      <FormError message={failure} />
      <div className={styles.acts}>
        <Button onClick={send} busy={publish.isPending} busyLabel={later ? "Marcando..." : "Publicando..."}>
          {later ? "Marcar a publicação" : `Publicar a versão ${becomesNew ? "nova" : next}`}
        </Button>
        <button type="button" className="quiet" onClick={() => setReturning(true)}>
          Devolver com uma palavra
        </button>
      </div>
      {returning && <ReturnDialog text={text} version={draft.version} onClose={() => setReturning(false)} />}
    </>
  );
}

function ReturnDialog({ text, version, onClose }: { text: TextDetail; version: number; onClose: () => void }) {
  const giveBack = useReturn(text);
  const [words, setWords] = useState("");
  const [failure, setFailure] = useState<string>();
  return (
    <FormDialog
      title="Devolver com uma palavra"
      action="Devolver"
      busyLabel="Devolvendo..."
      busy={giveBack.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim().length < 3) return setFailure("Diga ao autor o que falta.");
        giveBack.mutate(
          { version, words },
          {
            onSuccess: (_, here) => {
              toastSuccess("Devolvido", "O autor foi avisado, e lê o seu reparo ao lado do texto.");
              if (here) onClose();
            },
            onError: (error) => setFailure(sayOf(error)),
          },
        );
      }}
    >
      <TextAreaField
        label="O que falta"
        rows={4}
        maxLength={1000}
        value={words}
        error={failure}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
