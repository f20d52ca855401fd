import { useCallback, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL, degreesUpTo } from "#app/lib/degrees.ts";
import { fileSize } from "#app/lib/file-size.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import type { UploadState } from "#app/lib/use-file-upload.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import type { LibraryRecord } from "../library.answers.ts";
import { useSaveItem } from "../library.queries.ts";
import { ITEM_TYPES, type ItemFields, itemFields, TYPE_LABEL } from "../library.schema.ts";
import { CategoryField } from "./category-field.tsx";
import { type FileChoice, FileField } from "./file-field.tsx";
import styles from "./item-form.module.css";
import { LeaveGuard } from "./leave-guard.tsx";
import { TextPreview } from "./text-preview.tsx";

const EMPTY: ItemFields = {
  type: "book",
  category: "",
  title: "",
  otherTitles: "",
  author: "",
  year: "",
  language: "português",
  description: "",
  about: "",
  publicDomain: false,
  degree: null,
  link: "",
  whereToFind: "",
  text: "",
};

const valuesOf = (item: LibraryRecord): ItemFields => ({
  type: item.type,
  category: item.category,
  title: item.title,
  otherTitles: item.otherTitles ?? "",
  author: item.author,
  year: item.year ?? "",
  language: item.language ?? "",
  description: item.description,
  about: item.about ?? "",
  publicDomain: item.publicDomain,
  degree: item.degree,
  link: item.link ?? "",
  whereToFind: item.whereToFind ?? "",
  text: item.source ?? "",
});

/** All but the files, which are uploaded as they are chosen. */
const FIELDS = Object.keys(EMPTY) as (keyof ItemFields)[];

type FileErrors = { coverId?: string; documentId?: string };

/** Adds an item to the library, or changes one. */
export function ItemForm({ item }: { item?: LibraryRecord }) {
  const form = useZodForm(itemFields, item ? valuesOf(item) : EMPTY);
  const own = useMember().degree;
  const { register, control, formState } = form;
  const { errors } = formState;
  const { field: category } = useController({ control, name: "category" }); // before the others: it is the first that can be wrong
  const save = useSaveItem(item?.id);
  const navigate = useNavigate();
  const [coverId, setCoverId] = useState<FileChoice>();
  const [documentId, setDocumentId] = useState<FileChoice>();
  const [sending, setSending] = useState<{ cover: UploadState; document: UploadState }>({ cover: "none", document: "none" });
  const [fileErrors, setFileErrors] = useState<FileErrors>({});
  const [problem, setProblem] = useState<string>();
  const [version] = useState(item?.version); // the one these fields were filled from
  const forget = useDraft(form, item ? `obra:${item.id}:${item.version}` : "obra", FIELDS);
  const saved = useRef(false);
  const changed = formState.isDirty || coverId !== undefined || documentId !== undefined;
  const unsaved = useCallback(() => changed && !saved.current, [changed]);

  const submit = form.handleSubmit((fields) => {
    const states = Object.values(sending);
    if (states.includes("sending")) return setProblem("Espere o envio do arquivo terminar.");
    if (states.includes("failed"))
      return setProblem("Um arquivo não foi enviado. Escolha-o de novo, ou desista dele, antes de salvar.");
    setProblem(undefined);
    setFileErrors({});
    const files = { ...(coverId !== undefined && { coverId }), ...(documentId !== undefined && { documentId }) };
    save.mutate(version === undefined ? { ...fields, ...files } : { ...fields, ...files, version }, {
      onSuccess: (record, here) => {
        saved.current = true;
        forget();
        toastSuccess(item ? "Item atualizado" : "Item adicionado à biblioteca", record.title);
        if (here) void navigate(`/biblioteca/${record.id}`, { replace: item !== undefined });
      },
      onError: (error) => {
        const fieldErrors: FileErrors = error instanceof ApiError ? error.fields : {};
        setFileErrors(fieldErrors);
        const shown = showFieldErrors(form, error) || fieldErrors.coverId || fieldErrors.documentId;
        if (!shown) setProblem(error instanceof ApiError ? error.message : "Não foi possível salvar. Tente de novo.");
      },
    });
  });

  return (
    <form className={`form ${styles.itemForm}`} noValidate onSubmit={submit}>
      <fieldset className="form">
        <legend>A obra</legend>
        <div className={styles.itemFormRow}>
          <SelectField label="Tipo *" error={errors.type?.message} {...register("type")}>
            {ITEM_TYPES.map((type) => (
              <option key={type} value={type}>
                {TYPE_LABEL[type]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Para quem"
            error={errors.degree?.message}
            {...register("degree", { setValueAs: (value) => value || null })}
          >
            <option value="">Todos os irmãos</option>
            {degreesUpTo(own).map((degree) => (
              <option key={degree} value={degree}>
                {DEGREE_LABEL[degree]} em diante
              </option>
            ))}
          </SelectField>
          <CategoryField
            ref={category.ref}
            value={category.value}
            error={errors.category?.message}
            onChange={category.onChange}
          />
        </div>
        <TextField label="Título *" error={errors.title?.message} autoComplete="off" {...register("title")} />
        <TextField
          label="Outros títulos"
          help="Por que a obra também é procurada, como o título em português. A busca os encontra."
          error={errors.otherTitles?.message}
          autoComplete="off"
          {...register("otherTitles")}
        />
        <TextField label="Autor *" error={errors.author?.message} autoComplete="off" {...register("author")} />
        <div className={styles.itemFormRow}>
          <TextField label="Ano" help="Como está na obra: 1797, c. 1390" error={errors.year?.message} {...register("year")} />
          <TextField
            label="Idioma"
            help="Em minúsculas: português, inglês"
            error={errors.language?.message}
            {...register("language")}
          />
        </div>
        <TextAreaField
          label="Descrição *"
          help="Uma ou duas frases, mostradas na lista. Até 400 caracteres."
          rows={3}
          error={errors.description?.message}
          {...register("description")}
        />
        <TextAreaField
          label="Sobre a obra"
          help="Para a ficha: o que traz, para quem serve."
          rows={5}
          error={errors.about?.message}
          {...register("about")}
        />
        <label className="tick">
          <input type="checkbox" {...register("publicDomain")} />
          <span>O original está em domínio público no Brasil</span>
        </label>
      </fieldset>

      <fieldset className="form">
        <legend>Onde se lê</legend>
        <TextField
          label="Link"
          type="url"
          inputMode="url"
          help="Endereço de uma edição que pode ser lida ou comprada."
          error={errors.link?.message}
          autoComplete="off"
          {...register("link")}
        />
        <TextAreaField
          label="Onde encontrar"
          help="Em que coleção ou biblioteca está, ou o que o link mostra. Sem isto, a ficha diz onde se procuram obras como esta."
          rows={2}
          error={errors.whereToFind?.message}
          {...register("whereToFind")}
        />
        <FileField
          kind="document"
          label="Arquivo do livro"
          help="PDF ou EPUB, até 50 MB. Só membros o baixam."
          accept=".pdf,.epub,application/pdf,application/epub+zip"
          present={item?.document ? { name: `${item.document.format}, ${fileSize(item.document.size)}` } : null}
          choice={documentId}
          error={fileErrors.documentId}
          onChoice={setDocumentId}
          onState={(busy) => setSending((before) => ({ ...before, document: busy }))}
        />
        <TextAreaField
          label="Texto"
          help={
            <>
              Para ler no site, em Markdown: <code>## Seção</code>, <code>**negrito**</code>, <code>[palavras](https://…)</code>,{" "}
              <code>[pedra bruta](termo:pedra-bruta)</code>, <code>[uma lição](licao:m01-l02)</code>, nota com <code>[^1]</code>.
            </>
          }
          rows={14}
          error={errors.text?.message}
          {...register("text")}
        />
        <TextPreview
          text={form.watch("text")}
          onError={(message) => (message ? form.setError("text", { message }, { shouldFocus: true }) : form.clearErrors("text"))}
        />
      </fieldset>

      <fieldset className="form">
        <legend>Capa</legend>
        <FileField
          kind="cover"
          label="Imagem da capa"
          help="JPEG, PNG ou WebP, até 5 MB. Sem ela, a capa é composta com o título e o autor."
          accept="image/jpeg,image/png,image/webp"
          present={item?.coverImageUrl ? { name: "Capa atual", picture: item.coverImageUrl } : null}
          choice={coverId}
          error={fileErrors.coverId}
          onChoice={setCoverId}
          onState={(busy) => setSending((before) => ({ ...before, cover: busy }))}
        />
      </fieldset>

      <FormError message={problem} />
      <div className={styles.itemFormFoot}>
        <Button type="submit" busy={save.isPending} busyLabel="Salvando...">
          {item ? "Salvar" : "Adicionar"}
        </Button>
        <Link className="btn btn-2" to={item ? `/biblioteca/${item.id}` : "/biblioteca"}>
          Cancelar
        </Link>
      </div>
      <LeaveGuard unsaved={unsaved} onLeave={forget} />
    </form>
  );
}
