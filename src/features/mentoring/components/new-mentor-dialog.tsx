import { type Ref, useEffect, useState } from "react";
import { useController } from "react-hook-form";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { searchProblem } from "#app/lib/search.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SearchSelect } from "#app/ui/search-select.tsx";
import { toastError, toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { MentorCandidate } from "../mentors/mentors.answers.ts";
import { useCandidates, useRegisterMentor } from "../mentors/mentors.queries.ts";
import { MENTEES, newMentorInput } from "../mentors/mentors.schema.ts";
import styles from "../pages/mentoring.module.css";
import { MentorFields } from "./mentor-fields.tsx";

/** How long typing must rest before the server is asked. */
const TYPING_MS = 200;

export function NewMentorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Cadastrar Novo Mentor">
      <NewMentorForm onClose={onClose} />
    </Dialog>
  );
}

/** The member who was chosen, kept as the list shows them. */
const CANDIDATE = "mentor:membro";

function NewMentorForm({ onClose }: { onClose: () => void }) {
  const register = useRegisterMentor();
  const [candidate, setCandidate] = useState(() => draftOf<MentorCandidate>(CANDIDATE) ?? null);
  const defaults = { userId: candidate?.id ?? "", bio: "", specialties: "", maxMentees: MENTEES.default };
  const form = useZodForm(newMentorInput, defaults);
  const forgetFields = useDraft(form, "mentor", ["bio", "specialties", "maxMentees"]);
  const forget = () => {
    forgetFields();
    forgetDraft(CANDIDATE);
  };
  const { errors } = form.formState;
  const user = useController({ control: form.control, name: "userId" }).field;
  const submit = form.handleSubmit(
    (input) =>
      register.mutate(input, {
        onSuccess: (_, here) => {
          forget();
          toastSuccess("Mentor cadastrado com sucesso");
          if (here) onClose();
        },
        onError: (error, here) => {
          if (here && showFieldErrors(form, error)) return;
          toastFailure("Erro ao cadastrar mentor", error);
        },
      }),
    () => {
      const { userId, bio } = form.getValues();
      if (!userId || !bio.trim()) toastError("Preencha todos os campos obrigatórios");
    },
  );
  const busy = register.isPending;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <CandidateSelect
        value={candidate}
        disabled={busy}
        error={errors.userId?.message}
        onChange={(chosen) => {
          setCandidate(chosen);
          if (chosen) keepDraft(CANDIDATE, chosen);
          else forgetDraft(CANDIDATE);
          user.onChange(chosen?.id ?? "");
        }}
        inputRef={user.ref}
      />
      <MentorFields
        disabled={busy}
        errors={errors}
        bio={form.register("bio")}
        specialties={form.register("specialties")}
        maxMentees={form.register("maxMentees", { valueAsNumber: true })}
      />
      <div className="dialog-actions">
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" busy={busy} busyLabel="Cadastrando...">
          Cadastrar Mentor
        </Button>
      </div>
    </form>
  );
}

type SelectProps = {
  value: MentorCandidate | null;
  onChange: (candidate: MentorCandidate | null) => void;
  disabled: boolean;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
};

/** Members who are not mentors yet, found as one types. */
function CandidateSelect({ value, onChange, disabled, error, inputRef }: SelectProps) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useCandidates(asked, !disabled && !searchProblem(asked));
  const searching = found.isPending || asked !== typed.trim();
  // Never what an earlier text found: Enter would take a member who was not looked for.
  const candidates = searching ? [] : (found.data?.candidates ?? []);
  const outcome = found.isError
    ? "A busca falhou. Digite de novo para tentar."
    : searching
      ? "Buscando..."
      : candidates.length === 0
        ? "Nenhum membro encontrado."
        : null;
  return (
    <SearchSelect
      label="Usuário *"
      help="Um mentor é Mestre. Digite parte do nome ou do e-mail."
      placeholder="Selecione um usuário"
      items={candidates}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
      status={searchProblem(typed) ?? outcome}
      disabled={disabled}
      error={error}
      inputRef={inputRef}
      idOf={({ id }) => id}
      textOf={({ email }) => email}
    >
      {({ name, email }) => (
        <span className={styles.candidate}>
          {email}
          <span className="meta">{name}</span>
        </span>
      )}
    </SearchSelect>
  );
}
