import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL, DEGREES, type Degree } from "#app/lib/degrees.ts";
import type { MutationResult } from "#app/lib/use-mutation.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import type { Board } from "../boards/boards.answers.ts";
import { boardIdFor } from "../boards/boards.schema.ts";
import { useAddBoard, useChangeBoard } from "../moderation/moderation.queries.ts";
import { useKeptWords } from "./use-kept-words.ts";

type Texts = { name: string; description: string };

type Props<Input> = {
  /** The name by which its words are kept until they are saved. */
  draft: string;
  title: string;
  action: string;
  busyLabel: string;
  /** What is said when it is done. */
  done: string;
  texts: Texts;
  save: MutationResult<unknown, Error, Input>;
  input: (texts: Texts) => NoInfer<Input>;
  /** The other fields, given what is wrong with each. */
  children: (wrong: Record<string, string>) => ReactNode;
  onClose: () => void;
};

/** What a board is called and what it is for, with what else its dialog asks. */
function BoardForm<Input>({ draft, title, action, busyLabel, done, texts, save, input, children, onClose }: Props<Input>) {
  const name = useKeptWords(`${draft}:nome`, texts.name);
  const description = useKeptWords(`${draft}:descricao`, texts.description);
  const wrong = save.error instanceof ApiError ? save.error.fields : {};
  const change = ({ write }: typeof name, value: string) => {
    write(value);
    if (save.error) save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(input({ name: name.words.trim(), description: description.words.trim() }), {
      onSuccess: () => {
        name.forget();
        description.forget();
        onClose();
        toastSuccess(done);
      },
    });
  };
  return (
    <FormDialog title={title} action={action} busyLabel={busyLabel} busy={save.isPending} onClose={onClose} onSubmit={submit}>
      <TextField
        label="Nome"
        value={name.words}
        error={wrong.name ?? wrong.id}
        autoComplete="off"
        onChange={({ target }) => change(name, target.value)}
      />
      <TextField
        label="Do que se trata nela"
        value={description.words}
        error={wrong.description}
        autoComplete="off"
        onChange={({ target }) => change(description, target.value)}
      />
      {children(wrong)}
      <FormError message={Object.keys(wrong).length > 0 ? undefined : save.error?.message} />
    </FormDialog>
  );
}

export function NewBoardDialog({ onClose }: { onClose: () => void }) {
  const [degree, setDegree] = useState<Degree>();
  return (
    <BoardForm
      draft="sala"
      title="Nova sala"
      action="Abrir a sala"
      busyLabel="Abrindo..."
      done="Sala aberta"
      texts={{ name: "", description: "" }}
      save={useAddBoard()}
      input={(texts) => ({ ...texts, id: boardIdFor(texts.name), degree: degree ?? null })}
      onClose={onClose}
    >
      {(wrong) => (
        <SelectField
          label="Para quem"
          help="Não muda depois: o que se escreve nela é para esse grau."
          value={degree ?? ""}
          error={wrong.degree}
          onChange={({ target }) => setDegree(DEGREES.find((each) => each === target.value))}
        >
          <option value="">Todos os membros</option>
          {DEGREES.map((each) => (
            <option key={each} value={each}>
              {DEGREE_LABEL[each]} em diante
            </option>
          ))}
        </SelectField>
      )}
    </BoardForm>
  );
}

export function BoardDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const [position, setPosition] = useState(String(board.position));
  const [closed, setClosed] = useState(board.closed);
  const change = useChangeBoard();
  return (
    <BoardForm
      draft={`sala:${board.id}`}
      title={`Sala ${board.name}`}
      action="Guardar"
      busyLabel="Guardando..."
      done="Sala guardada"
      texts={board}
      save={change}
      input={(texts) => ({
        boardId: board.id,
        ...texts,
        position: Number(position),
        closed,
        before: { name: board.name, description: board.description, closed: board.closed },
      })}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <TextField
            label="Lugar na ordem"
            type="number"
            min={1}
            max={999}
            value={position}
            error={wrong.position}
            onChange={({ target }) => {
              setPosition(target.value);
              if (change.error) change.reset();
            }}
          />
          <label className="tick">
            <input type="checkbox" checked={closed} onChange={({ target }) => setClosed(target.checked)} />
            <span>Fechada: lê-se, mas não se escreve</span>
          </label>
        </>
      )}
    </BoardForm>
  );
}
