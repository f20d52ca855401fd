import { useState } from "react";
import { useAdminLoadErrorToast } from "#app/features/admin/use-admin-load-error-toast.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { longDate } from "#app/lib/format.ts";
import { useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { AdminCertificate } from "../certificates.answers.ts";
import { useAllCertificates, useJudgeCertificate } from "../certificates.queries.ts";
import { reasonInput } from "../certificates.schema.ts";
import styles from "../pages/certificates.module.css";
import { codeInGroups } from "../sheet/sheet.ts";

type Act = "revoke" | "reissue";

/** Every certificate, for administrators: revoke one, or issue it again. */
export function CertificateList() {
  const list = useAllCertificates();
  const [judging, setJudging] = useState<{ certificate: AdminCertificate; act: Act }>();
  useAdminLoadErrorToast(list.error);
  if (list.isPending) return <Skeleton label="Carregando..." />;
  if (!list.data)
    return <ErrorState title="Não foi possível carregar os dados." error={list.error} onRetry={() => void list.refetch()} />;
  const certificates = list.data.pages.flatMap((page) => page.certificates);
  if (certificates.length === 0)
    return (
      <EmptyState title="Nenhum certificado emitido">
        <p>Cada aprovação num exame emite um, que aparece aqui.</p>
      </EmptyState>
    );
  return (
    <div className="stack">
      <ul aria-label="Certificados">
        {certificates.map((certificate) => (
          <li key={certificate.id} className={styles.line}>
            <div>
              <h2>{certificate.holderName}</h2>
              <p className="meta">
                {certificate.email} · {DEGREE_LABEL[certificate.degree]} · emitido em {longDate(new Date(certificate.issuedAt))}
              </p>
              <p className={styles.code}>{codeInGroups(certificate.code)}</p>
              {certificate.revokedAt && (
                <p className="meta">
                  Revogado em {longDate(new Date(certificate.revokedAt))}. Motivo: {certificate.revokedReason}
                </p>
              )}
            </div>
            {!certificate.revokedAt && (
              <p className={styles.row}>
                <Button look="secondary" small onClick={() => setJudging({ certificate, act: "reissue" })}>
                  Emitir de novo
                </Button>
                <Button look="danger" small onClick={() => setJudging({ certificate, act: "revoke" })}>
                  Revogar
                </Button>
              </p>
            )}
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
      {judging && <JudgeDialog {...judging} onClose={() => setJudging(undefined)} />}
    </div>
  );
}

const WORDS = {
  revoke: {
    title: "Revogar o certificado?",
    text: "A página de conferência passa a dizer que ele foi revogado, e o titular é avisado. Não há volta; pode-se emitir outro.",
    action: "Revogar",
    busyLabel: "Revogando...",
    done: "Certificado revogado",
  },
  reissue: {
    title: "Emitir de novo?",
    text: "O certificado recebe outro código e outra data, e o anterior é revogado. O titular é avisado.",
    action: "Emitir de novo",
    busyLabel: "Emitindo...",
    done: "Certificado emitido de novo",
  },
};

/** A reason is asked for: the holder reads it. */
function JudgeDialog({ certificate, act, onClose }: { certificate: AdminCertificate; act: Act; onClose: () => void }) {
  const form = useZodForm(reasonInput, { reason: "" });
  const judge = useJudgeCertificate(act);
  const { title, text, action, busyLabel, done } = WORDS[act];
  const confirm = form.handleSubmit(({ reason }) =>
    judge.mutate(
      { certificateId: certificate.id, reason },
      {
        onSuccess: (_, here) => {
          toastSuccess(done);
          if (here) onClose();
        },
        onError: (error) => toastFailure("Nada mudou", error),
      },
    ),
  );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      description={
        <p>
          {certificate.holderName}, {DEGREE_LABEL[certificate.degree]}. {text}
        </p>
      }
      action={action}
      busyLabel={busyLabel}
      busy={judge.isPending}
      look={act === "revoke" ? "danger" : "primary"}
      onConfirm={() => void confirm()}
    >
      <TextAreaField
        label="Motivo *"
        maxLength={300}
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </ConfirmDialog>
  );
}
