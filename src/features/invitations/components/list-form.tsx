import { type FormEvent, useState } from "react";
import { saveText } from "#app/lib/download.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { FormError } from "#app/ui/states.tsx";
import type { PeopleList } from "../invitations.queries.ts";
import { LIST_BYTES, LIST_TOO_LARGE } from "../list/list.schema.ts";
import { SAMPLE } from "../list/list-csv.ts";
import styles from "../pages/invitations.module.css";

type Props = {
  text: string;
  onText: (text: string) => void;
  busy: boolean;
  error: string | undefined;
  onCheck: (list: PeopleList) => void;
  onInviteOne: () => void;
};

/** Where a list is pasted, or chosen as a file; nothing is sent by it. */
export function ListForm({ text, onText, busy, error, onCheck, onInviteOne }: Props) {
  const [wrong, setWrong] = useState<string>();
  const check = (list: PeopleList) => {
    const tooLarge = list.bytes.size > LIST_BYTES;
    setWrong(tooLarge ? LIST_TOO_LARGE : undefined);
    if (!tooLarge) onCheck(list);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) setWrong("Cole a lista, ou escolha um arquivo.");
    else check({ name: "Lista colada", bytes: new Blob([text]) });
  };
  return (
    <section className={styles.part} aria-labelledby="varios">
      <div className="ruled-head ruled-double">
        <h2 id="varios">Convidar vários</h2>
        <button type="button" className="quiet" onClick={onInviteOne}>
          Convidar um só
        </button>
      </div>
      <p>
        Uma pessoa por linha: nome, e-mail, Loja e grau. A ordem das colunas não importa se a primeira linha traz os títulos. A
        Loja se escreve pelo número, pelo nome ou pelos dois.
      </p>
      <form className="form" onSubmit={submit} noValidate>
        <TextAreaField
          label="Colar a lista"
          help="Direto da planilha, ou com vírgula ou ponto e vírgula."
          className={`input ${styles.list}`}
          rows={6}
          spellCheck={false}
          disabled={busy}
          placeholder={"nome;e-mail;Loja;grau\nJoão Araújo;joao.araujo@correio.example;12;Aprendiz"}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
        <p className={styles.or}>ou</p>
        <label className={styles.drop}>
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            disabled={busy}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = "";
              if (file) check({ name: file.name, bytes: file });
            }}
          />
          <Icon name="upload" />
          <span>
            <strong>Escolher um arquivo CSV</strong>
            <span className="meta">Até 5.000 linhas e 2 MB.</span>
          </span>
        </label>
        <p>
          <button type="button" className="quiet" onClick={() => saveText("modelo-de-convites.csv", SAMPLE)}>
            Baixar um modelo
          </button>
        </p>
        <FormError message={wrong ?? error} />
        <div className={styles.row}>
          <Button type="submit" busy={busy} busyLabel="Conferindo...">
            Conferir antes de enviar
          </Button>
          <p className="meta">Nada é enviado ainda.</p>
        </div>
      </form>
    </section>
  );
}
