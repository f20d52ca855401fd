import { type FormEvent, useId, useRef, useState } from "react";
import type { z } from "zod";
import { useMember } from "#app/features/account/account.queries.ts";
import { mondayOf } from "#app/features/week/week.policy.ts";
import { ApiError } from "#app/lib/api.ts";
import { addDays } from "#app/lib/days.ts";
import { coversDegree, DEGREE_LABEL, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { isoDayInBrasilia, longDay } from "#app/lib/format.ts";
import { fold } from "#app/lib/text.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError, SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { SearchSelect } from "#app/ui/search-select.tsx";
import { FormError } from "#app/ui/states.tsx";
import type { Text } from "../reading-groups.answers.ts";
import { groupInput, MOST_WEEKS, type NewGroupInput, newGroupInput, WORD_LENGTH } from "../reading-groups.schema.ts";
import styles from "./group-form.module.css";

export type GroupValues = NewGroupInput;

/** The next Mondays, from the one of this week on. */
const mondays = (): string[] => {
  const first = mondayOf(isoDayInBrasilia(new Date()));
  return Array.from({ length: 13 }, (_, week) => addDays(first, 7 * week));
};

export const emptyGroup = (degree: Degree): GroupValues => ({
  id: newUuid(),
  name: "",
  word: "",
  degree,
  startsOn: mondays()[1]!,
  texts: [],
});

type Problems = Partial<Record<keyof GroupValues | "form", string>>;

type Props = {
  /** Under which what is typed is kept until it is sent. */
  draft: string;
  known: GroupValues;
  /** Weeks that have begun, whose texts stay; null for a group that is opened. */
  begun: number | null;
  texts: Text[];
  action: string;
  busy: boolean;
  onSubmit: (values: GroupValues, settle: { done: () => void; failed: (error: Error) => void }) => void;
};

/** Opens a group, or changes one: its name, degree and first Monday, a word, and a text for each week. */
export function GroupForm({ draft, known, begun, texts, action, busy, onSubmit }: Props) {
  const { degree: own } = useMember();
  const [values, setValues] = useState<GroupValues>(() => ({ ...known, ...draftOf<GroupValues>(draft), id: known.id }));
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<GroupValues>) => {
    const next = { ...values, ...part };
    setValues(next);
    setProblems({});
    keepDraft(draft, next);
  };
  const show = (found: Problems) => {
    setProblems(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const { name, word, texts: chosen } = values;
    const schema: z.ZodType = begun === null ? newGroupInput : groupInput;
    const { error } = schema.safeParse(begun === null ? values : { name, word, texts: chosen });
    if (error) return show(Object.fromEntries(error.issues.map(({ path, message }) => [path[0] ?? "form", message])));
    onSubmit(values, {
      done: () => forgetDraft(draft),
      failed: (failure) => {
        const fields = failure instanceof ApiError ? failure.fields : {};
        show(Object.keys(fields).length > 0 ? fields : { form: failure.message });
      },
    });
  };
  const { name, word, degree, startsOn } = values;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Nome do grupo"
        value={name}
        error={problems.name}
        maxLength={60}
        autoComplete="off"
        onChange={({ target }) => change({ name: target.value })}
      />
      {begun === null && (
        <>
          <SelectField
            label="Grau"
            help="Participam os irmãos da Loja que têm este grau. Todos os textos cabem nele."
            value={degree}
            error={problems.degree}
            onChange={({ target }) => change({ degree: target.value as Degree })}
          >
            {DEGREES.filter((each) => coversDegree(own, each)).map((each) => (
              <option key={each} value={each}>
                {DEGREE_LABEL[each]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Primeira segunda-feira"
            value={startsOn}
            error={problems.startsOn}
            onChange={({ target }) => change({ startsOn: target.value })}
          >
            {mondays().map((monday, index) => (
              <option key={monday} value={monday}>
                {longDay(monday)}
                {index === 0 ? " (esta semana)" : index === 1 ? " (a próxima)" : ""}
              </option>
            ))}
          </SelectField>
        </>
      )}
      <TextAreaField
        label="Uma palavra aos irmãos (se quiser)"
        help="Aparece na página do grupo."
        rows={3}
        maxLength={WORD_LENGTH}
        value={word}
        error={problems.word}
        onChange={({ target }) => change({ word: target.value })}
      />
      <Texts
        texts={texts}
        degree={degree}
        begun={begun ?? 0}
        chosen={values.texts}
        error={problems.texts}
        onChange={(chosen) => change({ texts: chosen })}
      />
      <FormError message={problems.form} />
      <div className={styles.acts}>
        <Button type="submit" busy={busy} busyLabel="Guardando...">
          {action}
        </Button>
      </div>
    </form>
  );
}

type Chosen = GroupValues["texts"];
type TextsProps = {
  texts: Text[];
  degree: Degree;
  begun: number;
  chosen: Chosen;
  error: string | undefined;
  onChange: (chosen: Chosen) => void;
};

/** So many are offered for what is typed. */
const OFFERED = 30;

/** A text for each week, found by its title, moved by buttons. */
function Texts({ texts, degree, begun, chosen, error, onChange }: TextsProps) {
  const [typed, setTyped] = useState("");
  const [moved, setMoved] = useState("");
  /** Counts the choices: the field is empty again after each. */
  const [choices, setChoices] = useState(0);
  const title = useId();
  const byId = new Map(texts.map((text) => [`${text.kind}:${text.id}`, text]));
  const taken = new Set(chosen.map(({ kind, textId }) => `${kind}:${textId}`));
  const words = fold(typed.trim()).split(/\s+/);
  const found = texts.filter(
    (text) =>
      coversDegree(degree, text.degree) &&
      !taken.has(`${text.kind}:${text.id}`) &&
      words.every((word) => fold(`${text.title} ${text.shelf}`).includes(word)),
  );
  const nameOf = ({ kind, textId }: Chosen[number]) => byId.get(`${kind}:${textId}`)?.title ?? "Texto retirado";
  const move = (from: number, to: number) => {
    const next = [...chosen];
    next.splice(to, 0, ...next.splice(from, 1));
    setMoved(`${nameOf(chosen[from]!)}: agora na semana ${to + 1} de ${chosen.length}.`);
    onChange(next);
  };
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>Os textos, um por semana</h2>
      <p className="meta">
        De quatro a doze. As peças, os estudos e as vidas se abrem a todos do grau; as lições do grau de cada um, na ordem do
        curso.
      </p>
      <ol className={styles.texts}>
        {chosen.map((each, index) => {
          const text = byId.get(`${each.kind}:${each.textId}`);
          const isBegun = index < begun;
          const isUnfit = !isBegun && !(text && coversDegree(degree, text.degree));
          return (
            <li key={`${each.kind}:${each.textId}`} className={isBegun ? styles.begun : undefined}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <span className={styles.title}>
                <span>{nameOf(each)}</span>
                {text && (
                  <span className="meta">
                    {text.shelf}, {text.minutes} minutos
                  </span>
                )}
                {isUnfit && <span className={`meta ${styles.unfit}`}>Não se abre no grau do grupo. Tire-o.</span>}
                {isBegun && <span className="meta">Já começou</span>}
              </span>
              {!isBegun && (
                <span className={styles.moves}>
                  <button
                    type="button"
                    className={`icon-btn ${styles.up}`}
                    aria-label={`Subir: ${nameOf(each)}`}
                    aria-disabled={index === begun}
                    onClick={() => index > begun && move(index, index - 1)}
                  >
                    <Icon name="down" />
                  </button>
                  <button
                    type="button"
                    className="icon-btn"
                    aria-label={`Descer: ${nameOf(each)}`}
                    aria-disabled={index === chosen.length - 1}
                    onClick={() => index < chosen.length - 1 && move(index, index + 1)}
                  >
                    <Icon name="down" />
                  </button>
                  <button
                    type="button"
                    className="icon-btn"
                    aria-label={`Tirar: ${nameOf(each)}`}
                    onClick={() => {
                      setMoved(`${nameOf(each)}: tirado.`);
                      onChange(chosen.filter((other) => other !== each));
                    }}
                  >
                    <Icon name="close" />
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {moved}
      </p>
      {chosen.length < MOST_WEEKS ? (
        <SearchSelect<Text>
          key={choices}
          label={`Texto da ${chosen.length + 1}ª semana`}
          help="Digite parte do título, do módulo, ou “peça”, “estudo”, “vida”."
          error={error}
          items={found.slice(0, OFFERED)}
          value={null}
          onSearch={setTyped}
          status={found.length === 0 ? "Nenhum texto com estas palavras." : null}
          onChange={(text) => {
            if (!text) return;
            setTyped("");
            setChoices(choices + 1);
            setMoved(`${text.title}: na semana ${chosen.length + 1}.`);
            onChange([...chosen, { kind: text.kind, textId: text.id }]);
          }}
          idOf={({ kind, id }) => `${kind}:${id}`}
          textOf={(text) => text.title}
        >
          {(text) => (
            <span className={styles.title}>
              <span>{text.title}</span>
              <span className="meta">
                {text.shelf}, {text.minutes} minutos
              </span>
            </span>
          )}
        </SearchSelect>
      ) : (
        <>
          <p className="meta">São doze semanas. Para pôr outro texto, tire um.</p>
          <FieldError id={undefined} message={error} />
        </>
      )}
    </section>
  );
}
