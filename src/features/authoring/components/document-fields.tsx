import { useState } from "react";
import { DOCUMENT_KINDS, DOCUMENT_REGIONS } from "#app/lib/document-kinds.ts";
import { opening } from "#app/lib/text.ts";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import type { DocumentBody } from "../authoring.schema.ts";
import styles from "./fields.module.css";
import { NamesField } from "./names-field.tsx";
import type { FieldsProps } from "./text-desk.tsx";

const REGION_WORDS: Record<DocumentBody["region"], string> = {
  "ilhas-britanicas": "Ilhas Britânicas",
  america: "América",
  brasil: "Brasil",
  continente: "Continente europeu",
  escritura: "Escritura",
};

/** The head of a document: what it is, what was read, and where it is shown. */
export function DocumentFields({ body, isWritable, set }: FieldsProps<DocumentBody>) {
  type Name = { [Field in keyof DocumentBody]: DocumentBody[Field] extends string ? Field : never }[keyof DocumentBody];
  const bound = (name: Name) => ({
    value: body[name],
    readOnly: !isWritable,
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value.replace(/\n/g, " ") } as Partial<DocumentBody>),
  });
  const [isOpen] = useState(() => body.author === ""); // it does not close under who fills it in
  const { original, year, kind, region, disputed, york, lessons, at, number } = body;
  return (
    <>
      <TextField label="Linha sob o título" maxLength={90} {...bound("subject")} />
      <TextAreaField
        label="Apresentação"
        help="Duas frases: quem o escreveu, quando, e por que importa a quem nunca ouviu falar dele."
        rows={3}
        maxLength={480}
        {...bound("intro")}
      />
      <details className={styles.head} open={isOpen}>
        <summary>Ficha do documento {number}</summary>
        <fieldset className={styles.fields} disabled={!isWritable}>
          <legend className="visually-hidden">Ficha</legend>
          <div className={styles.pair}>
            <TextField
              label="Título original"
              maxLength={300}
              value={original.title}
              onChange={(event) => set({ original: { ...original, title: event.currentTarget.value } })}
            />
            <TextField
              label="Língua do original"
              help="O código: en, la, fr, pt, sco."
              maxLength={12}
              value={original.lang}
              onChange={(event) => set({ original: { ...original, lang: event.currentTarget.value.trim() } })}
            />
          </div>
          <TextField label="Autor" maxLength={300} {...bound("author")} />
          <div className={styles.pair}>
            <TextField
              label="Ano"
              help="Ordena o documento; antes de Cristo é negativo."
              type="number"
              min={-1000}
              max={2015}
              value={year}
              onChange={(event) =>
                set({ year: Math.min(2015, Math.max(-1000, Math.trunc(event.currentTarget.valueAsNumber) || 0)) })
              }
            />
            <TextField label="Data, como se mostra" maxLength={60} {...bound("date")} />
          </div>
          <label className="tick">
            <input type="checkbox" checked={disputed} onChange={(event) => set({ disputed: event.currentTarget.checked })} /> O
            ano é discutido
          </label>
          <div className={styles.pair}>
            <SelectField
              label="Que documento é"
              value={kind}
              onChange={(event) => set({ kind: event.currentTarget.value as DocumentBody["kind"] })}
            >
              {DOCUMENT_KINDS.map((each) => (
                <option key={each} value={each}>
                  {opening(each)}
                </option>
              ))}
            </SelectField>
            <SelectField
              label="Região"
              value={region}
              onChange={(event) => set({ region: event.currentTarget.value as DocumentBody["region"] })}
            >
              {DOCUMENT_REGIONS.map((each) => (
                <option key={each} value={each}>
                  {REGION_WORDS[each]}
                </option>
              ))}
            </SelectField>
          </div>
          <div className={styles.pair}>
            <TextField label="Lugar" maxLength={120} {...bound("place")} />
            <NamesField
              label="No mapa"
              help="Os nomes dos lugares, como londres ou rio-de-janeiro; nenhum se não é certo."
              names={at}
              set={(named) => set({ at: named })}
            />
          </div>
          <TextAreaField label="Edição que se leu" rows={2} maxLength={600} {...bound("edition")} />
          <TextField label="Página" maxLength={300} {...bound("page")} />
          <TextAreaField
            label="De onde vem a tradução"
            help="O que se traduziu de quê, e o que se restaurou."
            rows={3}
            maxLength={2000}
            {...bound("sources")}
          />
          <NamesField
            label="Lições que o mostram"
            help="Os nomes delas nas ligações, com vírgulas: m01-l02, m10-l02."
            names={lessons}
            set={(named) => set({ lessons: named })}
          />
          <TextField label="Nome na linha do tempo" help="Só dos poucos que ela nomeia." maxLength={22} {...bound("mark")} />
          <label className="tick">
            <input type="checkbox" checked={york} onChange={(event) => set({ york: event.currentTarget.checked })} /> Toca à
            história e aos graus do Rito de York
          </label>
          <div className={styles.pair}>
            <TextField label="Endereço numa coleção pública" type="url" maxLength={600} {...bound("link")} />
            <TextField label="Palavras da ligação" maxLength={120} {...bound("linkLabel")} />
          </div>
        </fieldset>
      </details>
    </>
  );
}
