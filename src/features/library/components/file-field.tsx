import { type ReactNode, useId } from "react";
import { fileSize } from "#app/lib/file-size.ts";
import { type UploadState, useFileUpload } from "#app/lib/use-file-upload.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { useUpload } from "../library.queries.ts";
import { UPLOAD_LIMITS, type UploadKind } from "../library.schema.ts";
import itemFormStyles from "./item-form.module.css";

/** What the form says of a file: undefined leaves the item's own, null takes it away, an id is an upload. */
export type FileChoice = string | null | undefined;

type Props = {
  kind: UploadKind;
  label: string;
  help: string;
  accept: string;
  /** The file that the item has already. */
  present: { name: string; picture?: string } | null;
  choice: FileChoice;
  error: string | undefined;
  onChoice: (choice: FileChoice) => void;
  onState: (state: UploadState) => void;
};

export function FileField({ kind, label, help, accept, present, choice, error, onChoice, onState }: Props) {
  const id = useId();
  const { chosen, part, problem, send, cancel, forget } = useFileUpload(useUpload(kind), UPLOAD_LIMITS[kind], onChoice, onState);
  const message = problem ?? error;
  const takeBack = () => {
    forget();
    onChoice(undefined);
  };
  return (
    <div className={`field ${itemFormStyles.fileField}`}>
      <label htmlFor={id}>{label}</label>
      <div className="help" id={`${id}-help`}>
        {help}
      </div>
      {choice && chosen && (
        <FileLine picture={chosen.picture} action={present ? "Desfazer" : "Remover"} label={label} onAction={takeBack}>
          {chosen.name} <span className="meta">{fileSize(chosen.size)}</span>
        </FileLine>
      )}
      {choice === undefined && present && (
        <FileLine picture={present.picture} action="Remover" label={label} onAction={() => onChoice(null)}>
          {present.name}
        </FileLine>
      )}
      {choice === null && (
        <FileLine action="Desfazer" label={label} onAction={takeBack}>
          Será removido quando você salvar.
        </FileLine>
      )}
      <input
        id={id}
        className="input"
        type="file"
        accept={accept}
        disabled={part !== undefined}
        aria-describedby={`${id}-help${message ? ` ${id}-error` : ""}`}
        aria-invalid={message ? true : undefined}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = ""; // the same file may be chosen again
          if (file) send(file);
        }}
      />
      {part !== undefined && (
        <div className={itemFormStyles.fileProgress}>
          <progress max={1} value={part} aria-label={`Envio: ${label}`} />
          <span className="meta">{part < 1 ? `Enviando... ${Math.floor(part * 100)}%` : "Conferindo o arquivo..."}</span>
          <Button look="secondary" small onClick={cancel}>
            Cancelar envio
          </Button>
        </div>
      )}
      {message && (
        <p className="err" id={`${id}-error`} role="alert">
          <Icon name="alert" />
          {message}
        </p>
      )}
      {problem && (
        <div>
          <Button look="secondary" small onClick={forget}>
            Desistir deste arquivo
          </Button>
        </div>
      )}
    </div>
  );
}

type LineProps = { picture?: string | undefined; action: string; label: string; onAction: () => void; children: ReactNode };

function FileLine({ picture, action, label, onAction, children }: LineProps) {
  return (
    <div className={itemFormStyles.fileLine}>
      {picture && <img src={picture} alt="" />}
      <span className={itemFormStyles.fileName}>{children}</span>
      <Button look="secondary" small onClick={onAction} aria-label={`${action}: ${label}`}>
        {action}
      </Button>
    </div>
  );
}
