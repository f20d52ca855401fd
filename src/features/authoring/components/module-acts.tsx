import { useState } from "react";
import { DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FieldError, TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { OutlineModule } from "../authoring.answers.ts";
import { useMoveModule, useRemoveModule, useWriteModule } from "../authoring.queries.ts";
import { newModuleInput } from "../authoring.schema.ts";
import styles from "./module-acts.module.css";
import { Grip, MovingBar, useMoving } from "./moving.tsx";

type Props = {
  module: OutlineModule;
  place: number;
  /** The modules of its degree. */
  all: OutlineModule[];
  degree: Degree;
};

/** What is done with a module as a whole: another place, another title, or away with one that never had a lesson. */
export function ModuleActs({ module, place, all, degree }: Props) {
  const { id, title, may } = module;
  const [asking, setAsking] = useState<"edit" | "remove" | null>(null);
  const move = useMoveModule();
  const remove = useRemoveModule(id);
  const moving = useMoving({
    place,
    places: all.length,
    putDown: (number, answered) => move.mutate({ id, number }, answered),
    failed: "Não foi possível mudar o módulo de lugar.",
  });
  const close = () => setAsking(null);
  return (
    <div className={styles.acts}>
      <Grip moving={moving} disabled={all.length < 2} name={`o módulo ${title}`} />
      {may.edit && (
        <button type="button" className="quiet" onClick={() => setAsking("edit")}>
          Título, descrição e pré-requisitos
        </button>
      )}
      {may.remove && (
        <button type="button" className="quiet" onClick={() => setAsking("remove")}>
          Apagar o módulo
        </button>
      )}
      <MovingBar moving={moving} busy={move.isPending}>
        O número e o endereço do módulo continuam os mesmos.
      </MovingBar>
      {asking === "edit" && <ModuleDialog degree={degree} all={all} module={module} onClose={close} />}
      {asking === "remove" && (
        <ConfirmDialog
          title="Apagar o módulo"
          description={<p>“{title}” nunca teve lições: nenhum membro o viu.</p>}
          action="Apagar"
          busyLabel="Apagando..."
          busy={remove.isPending}
          onClose={close}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: close,
              onError: (error) => toastFailure("O módulo não foi apagado.", error),
            })
          }
        />
      )}
    </div>
  );
}

/** Begins a module of this degree, or changes what one says of itself. */
export function ModuleDialog({
  degree,
  all,
  module,
  onClose,
}: Pick<Props, "degree" | "all"> & { module?: OutlineModule; onClose: () => void }) {
  const write = useWriteModule(module?.id ?? null);
  const { title = "", description = "", requires = [] } = module ?? {};
  const form = useZodForm(newModuleInput, { degree, title, description, requires });
  const { errors } = form.formState;
  const awaited = form.watch("requires");
  const others = all.filter(({ id }) => id !== module?.id);
  const choose = (id: number, chosen: boolean) =>
    form.setValue("requires", chosen ? [...awaited, id] : awaited.filter((each) => each !== id), { shouldDirty: true });
  const submit = form.handleSubmit((input) =>
    write.mutate(input, {
      onSuccess: onClose,
      onError: (error) => {
        if (!showFieldErrors(form, error)) form.setError("root", { message: error.message });
      },
    }),
  );
  return (
    <FormDialog
      title={module ? `Módulo ${module.id}` : "Novo módulo"}
      description={
        <p>
          {module
            ? "Os membros veem a mudança assim que você a guarda."
            : `Será do grau de ${DEGREE_LABEL[degree]}, o último da lista. Os membros só o veem quando a sua primeira lição for publicada.`}
        </p>
      }
      action={module ? "Guardar" : "Criar módulo"}
      busyLabel={module ? "Guardando..." : "Criando..."}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Título" error={errors.title?.message} {...form.register("title")} />
      <TextAreaField
        label="Descrição"
        help="Uma ou duas frases: de que trata o módulo."
        rows={3}
        error={errors.description?.message}
        {...form.register("description")}
      />
      {others.length > 0 && (
        <fieldset>
          <legend>Abre depois de concluídos</legend>
          <p className="meta">
            {module
              ? "Quem não os concluiu deixa de abrir este módulo, mesmo se já o começou. O que fez nele fica guardado."
              : "Quem não os concluiu ainda não abre este módulo."}
          </p>
          {others.map(({ id, title: other }) => (
            <label key={id} className="tick">
              <input type="checkbox" checked={awaited.includes(id)} onChange={({ target }) => choose(id, target.checked)} />
              <span>
                {id}. {other}
              </span>
            </label>
          ))}
          <FieldError id={undefined} message={errors.requires?.message} />
        </fieldset>
      )}
      <FormError message={errors.root?.message} />
    </FormDialog>
  );
}
