import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { Thumbnail } from "#app/ui/thumbnail.tsx";
import { useSendPicture } from "../posts/posts.queries.ts";
import { PictureChoice } from "./picture-choice.tsx";
import { pictureMarkdown, UNDESCRIBED } from "./pictures.ts";
import { useKeptWords } from "./use-kept-words.ts";
import writingStyles from "./writing.module.css";

const MOST_LETTERS = 300;

type Props = {
  boardId: string;
  file: File;
  /** Another picture in its place. */
  onFile: (file: File) => void;
  onPut: (words: string) => void;
  onClose: () => void;
};

/** Asks what a picture shows, for who will not see it, while it is being sent; with both it goes into the message. */
export function PictureDialog({ boardId, file, onFile, onPut, onClose }: Props) {
  const { words, write, forget } = useKeptWords(`imagem:${file.name}`);
  const [decorates, setDecorates] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** The description with which it goes in as soon as it is sent. */
  const [wanted, setWanted] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutate, data: sent, isPending, error } = useSendPicture(boardId);
  useEffect(() => mutate(file), [mutate, file]);
  useEffect(() => {
    if (!sent || wanted === undefined) return;
    forget();
    onPut(`\n\n${pictureMarkdown(wanted, sent.path)}\n\n`);
  }, [sent, wanted, forget, onPut]);

  const put = (description: string) => {
    setWanted(description);
    if (error) mutate(file);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // React passes it on to the form of the message, which would be published
    if (decorates) return put("");
    const description = words.trim();
    if (description !== "" && description.length <= MOST_LETTERS) return put(description);
    setProblem(
      description === ""
        ? "Escreva o que a imagem mostra, ou diga que ela só enfeita."
        : `A descrição pode ter até ${MOST_LETTERS} caracteres. Encurte-a.`,
    );
    field.current?.focus();
  };
  const busy = wanted !== undefined && isPending;
  return (
    <Dialog open onClose={onClose} title="Pôr uma imagem" firstFocus={field} once>
      <form className="form" onSubmit={submit} noValidate>
        <Thumbnail file={file} />
        {error && (
          <div>
            <FormError message={error.message} />
            <PictureChoice
              className={writingStyles.otherPicture}
              onFile={(other) => {
                setWanted(undefined);
                onFile(other);
              }}
            >
              Escolher outra imagem
            </PictureChoice>
          </div>
        )}
        <TextAreaField
          ref={field}
          label="O que a imagem mostra"
          help="Uma frase para quem não a vê. Fica na mensagem, entre colchetes, onde você pode mudá-la."
          rows={3}
          value={words}
          disabled={decorates}
          error={problem}
          onChange={({ target }) => {
            write(target.value);
            setProblem(undefined);
          }}
        />
        <label className="tick">
          <input
            type="checkbox"
            checked={decorates}
            onChange={({ target }) => {
              setDecorates(target.checked);
              setProblem(undefined);
            }}
          />
          <span>Só enfeita: quem não a vê não perde nada</span>
        </label>
        <div className="dialog-actions">
          <Button look="secondary" onClick={() => put(UNDESCRIBED)}>
            Descrever depois
          </Button>
          <Button type="submit" busy={busy} busyLabel="Enviando a imagem...">
            {error ? "Enviar de novo" : "Pôr na mensagem"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
