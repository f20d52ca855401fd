import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import type { StudyBody } from "../authoring.schema.ts";
import styles from "./fields.module.css";
import { NamesField } from "./names-field.tsx";
import { type FieldsProps, Standfirst } from "./text-desk.tsx";

const YORK_DEGREES = Array.from({ length: 10 }, (_, index) => index + 4);
const ORDINALS = ["Primeira", "Segunda", "Terceira"];
const NO_STEP: StudyBody["steps"][number] = { year: "", place: "", at: [], what: "" };
const MOST_STEPS = 9;

/** The head of an essay, a piece or a life: one sentence, its place, and what its sort has besides. */
export function StudyFields({ body, isWritable, set }: FieldsProps<StudyBody>) {
  const { sort, order, york } = body;
  const [isOpen] = useState(() => isUnfinished(body)); // it does not close under who fills in the last field
  return (
    <>
      <Standfirst body={body} isWritable={isWritable} set={set} />
      <details className={styles.head} open={isOpen}>
        <summary>{sort === "piece" ? "Ficha da peça" : sort === "life" ? "Ficha da vida" : "Ficha do estudo"}</summary>
        <fieldset className={styles.fields} disabled={!isWritable}>
          <legend className="visually-hidden">Ficha</legend>
          <div className={styles.pair}>
            <TextField
              label="Lugar na estante"
              type="number"
              inputMode="numeric"
              min={1}
              max={60}
              value={order}
              onChange={(event) => set({ order: Math.min(60, Math.max(1, Math.trunc(event.currentTarget.valueAsNumber) || 1)) })}
            />
            <SelectField
              label="Grau do Rito de York de que trata"
              value={york ?? ""}
              onChange={(event) => set({ york: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) })}
            >
              <option value="">Nenhum</option>
              {YORK_DEGREES.map((each) => (
                <option key={each} value={each}>
                  {each}º grau
                </option>
              ))}
            </SelectField>
          </div>
          {sort === "piece" && <PieceFields body={body} set={set} />}
          {sort === "life" && <LifeFields body={body} set={set} />}
        </fieldset>
      </details>
    </>
  );
}

const isUnfinished = ({ sort, lesson, document, questions, years }: StudyBody): boolean =>
  (sort === "piece" && (lesson === "" || document === "" || questions.some((question) => question === ""))) ||
  (sort === "life" && years === "");

type Part = Pick<FieldsProps<StudyBody>, "body" | "set">;

function PieceFields({ body: { lesson, document, questions }, set }: Part) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Lição em que se apoia"
          help="O nome dela nas ligações, como m03-l01."
          maxLength={60}
          value={lesson}
          onChange={(event) => set({ lesson: event.currentTarget.value.trim() })}
        />
        <TextField
          label="Documento que lê"
          help="O nome dele nas ligações, como schaw-1598."
          maxLength={60}
          value={document}
          onChange={(event) => set({ document: event.currentTarget.value.trim() })}
        />
      </div>
      {ORDINALS.map((name, at) => (
        <TextAreaField
          key={name}
          label={`${name} pergunta para a conversa`}
          rows={2}
          maxLength={220}
          value={questions[at] ?? ""}
          onChange={(event) => {
            const words = event.currentTarget.value.replace(/\n/g, " ");
            set({ questions: ORDINALS.map((_, index) => (index === at ? words : (questions[index] ?? ""))) });
          }}
        />
      ))}
    </>
  );
}

function LifeFields({ body: { years, steps }, set }: Part) {
  const put = (at: number, part: Partial<typeof NO_STEP>) =>
    set({ steps: steps.map((step, index) => (index === at ? { ...step, ...part } : step)) });
  return (
    <>
      <TextField
        label="Anos da vida"
        help="Como “1742–1818”."
        maxLength={40}
        value={years}
        onChange={(event) => set({ years: event.currentTarget.value })}
      />
      <ol className={styles.steps} aria-label="Linha da vida">
        {steps.map(({ year, place, at: onMap, what }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has nothing but its place
          <li key={at}>
            <TextField
              label="Ano"
              maxLength={20}
              value={year}
              onChange={(event) => put(at, { year: event.currentTarget.value })}
            />
            <TextField
              label="Lugar"
              maxLength={60}
              value={place}
              onChange={(event) => put(at, { place: event.currentTarget.value })}
            />
            <NamesField label="No mapa" names={onMap} set={(names) => put(at, { at: names })} />
            <TextField
              label="O que houve"
              maxLength={120}
              value={what}
              onChange={(event) => put(at, { what: event.currentTarget.value })}
            />
            <button
              type="button"
              className="quiet"
              aria-label={`Tirar o passo ${at + 1}`}
              onClick={() => set({ steps: steps.filter((_, index) => index !== at) })}
            >
              Tirar este passo
            </button>
          </li>
        ))}
      </ol>
      {steps.length < MOST_STEPS && (
        <div>
          <Button small look="secondary" onClick={() => set({ steps: [...steps, NO_STEP] })}>
            Mais um passo
          </Button>
        </div>
      )}
    </>
  );
}
