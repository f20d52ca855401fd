import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import { Icon } from "./icons.tsx";

type Frame = { label: string; help?: ReactNode; error?: string | undefined };

type Described = { id: string; "aria-describedby": string | undefined; "aria-invalid": boolean };

/** Label above, help under it, the field, and what is wrong with it in words. */
function FieldFrame({ label, help, error, children }: Frame & { children: (described: Described) => ReactNode }) {
  const id = useId();
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {help && (
        <div className="help" id={helpId}>
          {help}
        </div>
      )}
      {children({
        id,
        "aria-describedby": [helpId, errorId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": Boolean(error), // said outright: a required field that is still empty must not be read as wrong
      })}
      <FieldError id={errorId} message={error} />
    </div>
  );
}

/** What is wrong with a field, under it. */
export function FieldError({ id, message }: { id: string | undefined; message: string | undefined }) {
  if (!message) return null;
  return (
    <p className="err" id={id}>
      <Icon name="alert" />
      {message}
    </p>
  );
}

export function TextField({ label, help, error, ...input }: Frame & ComponentProps<"input">) {
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(described) => <input className="input" {...described} {...input} />}
    </FieldFrame>
  );
}

export function TextAreaField({ label, help, error, ...input }: Frame & ComponentProps<"textarea">) {
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(described) => <textarea className="input" rows={5} {...described} {...input} />}
    </FieldFrame>
  );
}

export function SelectField({ label, help, error, children, ...input }: Frame & ComponentProps<"select">) {
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(described) => (
        <select className="input" {...described} {...input}>
          {children}
        </select>
      )}
    </FieldFrame>
  );
}

/** A password that can be shown; pasting and password managers work as in any field. */
export function PasswordField({ label, help, error, ...input }: Frame & InputHTMLAttributes<HTMLInputElement>) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(described) => (
        <div className="with-button">
          {/* shown, it is a text field: no phone may correct the password or begin it with a capital */}
          <input
            className="input"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...described}
            {...input}
            type={shown ? "text" : "password"}
          />
          <button
            type="button"
            className="icon-btn"
            aria-pressed={shown}
            aria-label={shown ? "Ocultar senha" : "Mostrar senha"}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? "eye-off" : "eye"} />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
