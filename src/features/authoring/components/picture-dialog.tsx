import { type FormEvent, useState } from "react";
import type { Degree } from "#app/lib/degrees.ts";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { FormError } from "#app/ui/states.tsx";
import { Thumbnail } from "#app/ui/thumbnail.tsx";
import { useSendPicture } from "../authoring.queries.ts";
import { PICTURE_LIMIT } from "../authoring.schema.ts";
import { pictureMarkdown } from "./picture-markdown.ts";

type Props = { degree: Degree; onPut: (markdown: string) => void; onClose: () => void };

type Problems = { file?: string; description?: string; caption?: string };

/** Sends a picture for a text, with what it shows and its caption: without these two it does not go in. */
export function PictureDialog({ degree, onPut, onClose }: Props) {
  const [file, setFile] = useState<File>();
  const [description, setDescription] = useState("");
  const [caption, setCaption] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const { mutate, isPending, error } = useSendPicture(degree);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf({ file, description, caption });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    mutate(file!, { onSuccess: ({ id }) => onPut(pictureMarkdown(id, description, caption)) });
  };
  return (
    <FormDialog
      title="Pôr uma imagem"
      action="Pôr no texto"
      busyLabel="Enviando a imagem..."
      busy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {error && <FormError message={error.message} />}
      <TextField
        label="Imagem"
        help="JPEG, PNG ou WebP, até 5 MB. Só de domínio público, sua, ou com licença para publicar."
        type="file"
        accept="image/jpeg,image/png,image/webp"
        error={problems.file}
        onChange={({ target }) => {
          setFile(target.files?.[0]);
          setProblems({});
        }}
      />
      {file && <Thumbnail file={file} />}
      <TextAreaField
        label="O que a imagem mostra"
        help="Para quem não a vê: uma ou duas frases."
        rows={2}
        maxLength={600}
        value={description}
        error={problems.description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <TextAreaField
        label="Legenda, com a fonte"
        help="Fica sob a imagem: o que é, de quem, de onde vem."
        rows={2}
        maxLength={300}
        value={caption}
        error={problems.caption}
        onChange={({ target }) => setCaption(target.value)}
      />
    </FormDialog>
  );
}

function problemsOf({ file, description, caption }: { file: File | undefined; description: string; caption: string }): Problems {
  return {
    ...(!file && { file: "Escolha a imagem." }),
    ...(file && file.size > PICTURE_LIMIT.bytes && { file: PICTURE_LIMIT.message }),
    ...(description.trim() === "" && { description: "Escreva o que a imagem mostra." }),
    ...(caption.trim() === "" && { caption: "Escreva a legenda, com a fonte da imagem." }),
  };
}
