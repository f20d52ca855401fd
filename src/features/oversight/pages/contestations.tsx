import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import { timeAgo } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { EmptyState, ErrorState } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { ContestationQueue } from "../oversight.answers.ts";
import { useAnswerContestation, useContestations } from "../oversight.queries.ts";
import { ABOUT_LABEL, answerInput, PROMISED_DAYS } from "../oversight.schema.ts";
import styles from "./oversight.module.css";

const HEAD = { room: "Pessoas", heading: "Contestações" };

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

/** What members contested and nobody has answered yet. */
export default function ContestationsPage() {
  const queue = useContestations();
  if (queue.isPending) return <Shell />;
  return (
    <AdminPage
      {...HEAD}
      lead={
        queue.data && queue.data.total > 0
          ? `${plural(queue.data.total, "contestação espera", "contestações esperam")} resposta, prometida em ${PROMISED_DAYS} dias.`
          : undefined
      }
    >
      {!queue.data && (
        <ErrorState title="Não foi possível carregar as contestações." error={queue.error} onRetry={() => void queue.refetch()} />
      )}
      {queue.data?.total === 0 && (
        <EmptyState title="Nenhuma contestação espera">
          <p>Um membro contesta em “Quem me vê”, na conta dele. Todo administrador recebe então uma carta.</p>
        </EmptyState>
      )}
      {queue.data?.open.map((contestation) => (
        <Contestation key={contestation.id} contestation={contestation} />
      ))}
    </AdminPage>
  );
}

function Contestation({ contestation }: { contestation: ContestationQueue["open"][number] }) {
  const { id, member, about, words, line, createdAt, canAnswer } = contestation;
  const form = useZodForm(answerInput, { answer: "" });
  const forget = useDraft(form, `resposta:${id}`, ["answer"]);
  const answer = useAnswerContestation();
  const submit = form.handleSubmit((input) =>
    answer.mutate(
      { id, ...input },
      {
        onSuccess: () => {
          forget();
          toastSuccess("Respondida", `${member.name} recebe uma carta.`);
        },
        onError: (error, here) => {
          if (!here || !showFieldErrors(form, error)) toastFailure("Não foi possível responder.", error);
        },
      },
    ),
  );
  return (
    <article className={styles.contestation} aria-labelledby={`de-${id}`}>
      <h2 id={`de-${id}`}>{member.name}</h2>
      <p className="meta">
        {timeAgo(new Date(createdAt))}. {ABOUT_LABEL[about]}
        {line && `: ${line}`}
      </p>
      <p>“{words}”</p>
      {canAnswer ? (
        <form className="form" onSubmit={submit} noValidate>
          <TextAreaField
            label="Resposta"
            disabled={answer.isPending}
            error={form.formState.errors.answer?.message}
            {...form.register("answer")}
          />
          <div>
            <Button type="submit" busy={answer.isPending} busyLabel="Enviando...">
              Responder
            </Button>
          </div>
        </form>
      ) : (
        <p>Quem é contestado não responde: outro administrador o faz.</p>
      )}
    </article>
  );
}
