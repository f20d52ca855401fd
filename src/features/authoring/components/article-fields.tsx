import { useState } from "react";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import type { ArticleBody } from "../authoring.schema.ts";
import styles from "./fields.module.css";
import type { FieldsProps } from "./text-desk.tsx";

/** The record of an article in the library. */
export function ArticleFields({ body, isWritable, set }: FieldsProps<ArticleBody>) {
  const bound = (name: Exclude<keyof ArticleBody, "markdown">) => ({
    value: body[name],
    readOnly: !isWritable,
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value.replace(/\n/g, " ") } as Partial<ArticleBody>),
  });
  const [isOpen] = useState(() => body.category === ""); // it does not close under who fills it in
  return (
    <>
      <TextAreaField
        label="Descrição"
        help="O que a ficha diz dele, numa ou duas frases."
        rows={2}
        maxLength={400}
        {...bound("description")}
      />
      <details className={styles.head} open={isOpen}>
        <summary>Ficha do artigo</summary>
        <fieldset className={styles.fields} disabled={!isWritable}>
          <legend className="visually-hidden">Ficha</legend>
          <TextAreaField label="Sobre o artigo (opcional)" rows={4} maxLength={3_000} {...bound("about")} />
          <div className={styles.pair}>
            <TextField label="Autor" maxLength={150} {...bound("author")} />
            <TextField label="Ano" maxLength={40} {...bound("year")} />
          </div>
          <TextField
            label="Categoria"
            help="Uma das que a biblioteca tem: os reparos dizem quais."
            maxLength={60}
            {...bound("category")}
          />
        </fieldset>
      </details>
    </>
  );
}
