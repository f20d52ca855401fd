import { useState } from "react";
import { useNavigate } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import { emptyGroup, GroupForm } from "../components/group-form.tsx";
import { GroupFrame } from "../components/group-frame.tsx";
import { useGroupTexts, useOpenGroup } from "../reading-groups.queries.ts";

const TITLE = "Abrir um grupo";

const Shell = () => (
  <PageShell>
    <GroupFrame name={TITLE}>
      <Skeleton label="Carregando..." lines={8} />
    </GroupFrame>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** Opens a reading group of one's Lodge. */
export default function NewGroupPage() {
  const { degree } = useMember();
  const texts = useGroupTexts();
  const open = useOpenGroup();
  const navigate = useNavigate();
  const [known] = useState(() => emptyGroup(degree));
  if (texts.isPending) return <Shell />;
  return (
    <GroupFrame
      name={TITLE}
      lead={texts.data && "O grupo é da sua Loja. Os irmãos dela, com o grau do grupo, o veem e entram por um toque."}
    >
      {texts.data ? (
        <GroupForm
          draft="grupo:novo"
          known={known}
          begun={null}
          texts={texts.data.texts}
          action="Abrir o grupo"
          busy={open.isPending}
          onSubmit={(values, { done, failed }) =>
            open.mutate(values, {
              onSuccess: ({ id }, here) => {
                done();
                toastSuccess("Grupo aberto", "Diga na Loja que já se pode entrar.");
                if (here) void navigate(`/grupos/${id}`, { replace: true });
              },
              onError: failed,
            })
          }
        />
      ) : (
        <ErrorState title="Abrir um grupo" error={texts.error} onRetry={() => void texts.refetch()} />
      )}
    </GroupFrame>
  );
}
